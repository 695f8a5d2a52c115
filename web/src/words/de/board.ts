import type { Area } from '../area'
import type en from '../en/board'

export default {
} satisfies Area<typeof en>
