import type { Area } from '../area'
import type en from '../en/start'

export default {
} satisfies Area<typeof en>
