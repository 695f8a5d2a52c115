import type { Area } from '../area'
import type en from '../en/table'

export default {
  'table.missing': 'Cette table ne peut pas être affichée',
  'table.seat': 'Place {n}',
  'score.lowest': 'Minimum',
  'duel.token': 'jeton de {name}',
  'duel.board': 'Tableau de score du duel',
  'duel.sides': 'pions de chaque côté',
} satisfies Area<typeof en>
