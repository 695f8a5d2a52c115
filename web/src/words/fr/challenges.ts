import type { Area } from '../area'
import type en from '../en/challenges'

export default {
} satisfies Area<typeof en>
