import type { Area } from '../area'
import type en from '../en/replay'

export default {
} satisfies Area<typeof en>
