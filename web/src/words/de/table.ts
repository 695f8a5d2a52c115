import type { Area } from '../area'
import type en from '../en/table'

export default {
  'table.missing': 'Dieser Tisch kann nicht gezeigt werden',
  'table.seat': 'Platz {n}',
  'score.lowest': 'Niedrigste',
  'duel.token': 'Marker von {name}',
  'duel.board': 'Wertungstafel des Duells',
  'duel.sides': 'Stifte auf jeder Seite',
} satisfies Area<typeof en>
