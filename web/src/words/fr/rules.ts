import type { Area } from '../area'
import type en from '../en/rules'

export default {
  'rules.title': 'Règles',
} satisfies Area<typeof en>
