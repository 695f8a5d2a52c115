export default {
  'table.missing': 'This table cannot be shown',
  'table.seat': 'Seat {n}',
  'score.lowest': 'Lowest',
  'duel.token': 'token of {name}',
  'duel.board': 'Score board of the duel',
  'duel.sides': 'pegs on each side',
}
