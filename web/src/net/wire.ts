// The wire types, generated from the server's own types. To regenerate them:
//   python scripts/wire_types.py

export type Game = 'cards' | 'classic' | 'dice' | 'duel' | 'solo' | 'team' | 'tiles'

export type Colour = 'B' | 'G' | 'O' | 'P' | 'R' | 'Y'

export type Phase = 'between' | 'gathering' | 'over' | 'playing'

export type Reason = 'board-full' | 'instant-win' | 'resigned' | 'stalled' | 'won'

export type Reaction = 'good-game' | 'hello' | 'oops' | 'thanks' | 'thinking' | 'well-played' | 'wow'

export type DecisionKind = 'discard' | 'draw-or-free' | 'draw-or-score' | 'place' | 'play' | 'roll-or-use' | 'swap' | 'use'

export type Can = 'close' | 'react' | 'rematch' | 'resign' | 'say' | 'start' | 'takeback' | 'takeback-reply' | 'takeback-withdraw'

export type RefusalCode =
  | 'agreed'
  | 'asked'
  | 'begun'
  | 'busy'
  | 'closed'
  | 'fault'
  | 'full'
  | 'link'
  | 'look-first'
  | 'malformed'
  | 'message'
  | 'missing'
  | 'name'
  | 'no-partner'
  | 'no-seat'
  | 'no-table'
  | 'nobody'
  | 'nobody-asks'
  | 'not-asked'
  | 'not-begun'
  | 'not-casual'
  | 'not-host'
  | 'not-over'
  | 'not-seated'
  | 'not-your-seat'
  | 'not-your-turn'
  | 'nothing-to-take-back'
  | 'origin'
  | 'other-asks'
  | 'over'
  | 'private'
  | 'program'
  | 'record'
  | 'record-hides'
  | 'record-is-long'
  | 'record-not-over'
  | 'rematched'
  | 'rule'
  | 'seat-free'
  | 'seat-left'
  | 'seat-taken'
  | 'seated'
  | 'settings'
  | 'silent'
  | 'stale'
  | 'time-is-up'
  | 'too-large'
  | 'too-many-tables'
  | 'too-many-takebacks'
  | 'too-much'
  | 'too-quick'
  | 'too-slow'
  | 'uninvited'
  | 'unreadable'

export type Position = BoardPosition | CardPosition | DicePosition | TilePosition

export type News =
  | NewsTableOpened
  | NewsSeatTaken
  | NewsSeatLeft
  | NewsGameStarted
  | NewsClockExpired
  | NewsTakebackRequested
  | NewsTakebackDeclined
  | NewsTakebackAccepted
  | NewsTakebackWithdrawn
  | NewsTakebackApplied
  | NewsReactionSent
  | NewsClockPaused
  | NewsClockResumed
  | NewsServerAway
  | NewsMessageSent
  | NewsGameImported
  | NewsRematchOpened
  | NewsTableClosed
  | NewsDecisionMade

export type AnyRecord = RecordDocument | MatchDocument

export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | PresenceMessage
  | HeartbeatMessage
  | DoneMessage
  | RefusedMessage
  | PreviewMessage
  | HintsMessage
  | CoachMessage

export type Command = Play | Sit | Leave | Start | RequestTakeback | AnswerTakeback | WithdrawTakeback | React | Say | Close | Rematch

export type ClientMessage =
  | Play
  | Sit
  | Leave
  | Start
  | RequestTakeback
  | AnswerTakeback
  | WithdrawTakeback
  | React
  | Say
  | Close
  | Rematch
  | Preview
  | Look
  | AskHint
  | AskCoach

export type StoryEvent =
  | ['Placed', Placed]
  | ['Counted', Counted]
  | ['PegMoved', PegMoved]
  | ['CalledIngenious', CalledIngenious]
  | ['TokenTaken', TokenTaken]
  | ['BonusLapsed', BonusLapsed]
  | ['Dealt', Dealt]
  | ['Shown', Shown]
  | ['PutBack', PutBack]
  | ['Drew', Drew]
  | ['DeckRenewed', DeckRenewed]
  | ['Played', Played]
  | ['Matched', Matched]
  | ['FaceUpReplaced', FaceUpReplaced]
  | ['Rolled', Rolled]
  | ['WildScored', WildScored]
  | ['CentreRefilled', CentreRefilled]
  | ['TileDrawn', TileDrawn]
  | ['WentOut', WentOut]
  | ['TilesScored', TilesScored]
  | ['TurnBegan', TurnBegan]
  | ['Resigned', Resigned]
  | ['Ended', Ended]

export type ReasonPart =
  | ['Wins', Wins]
  | ['Ends', Ends]
  | ['Scores', Scores]
  | ['ScoresNothing', ScoresNothing]
  | ['EarnsBonus', EarnsBonus]
  | ['Pulls', Pulls]
  | ['TakesTokens', TakesTokens]
  | ['TakesAway', TakesAway]
  | ['OpensNothing', OpensNothing]
  | ['SetsUp', SetsUp]
  | ['LeavesOpen', LeavesOpen]
  | ['Loses', Loses]
  | ['HasNoLowest', HasNoLowest]
  | ['ExchangesFinished', ExchangesFinished]
  | ['Keeps', Keeps]
  | ['ShowsLowest', ShowsLowest]
  | ['Clears', Clears]
  | ['ScoresWild', ScoresWild]
  | ['RollsBetter', RollsBetter]
  | ['RollsLeft', RollsLeft]
  | ['HasNoRisk', HasNoRisk]
  | ['GoesOut', GoesOut]
  | ['Risks', Risks]
  | ['HopesFor', HopesFor]
  | ['GivesUp', GivesUp]

/**
 * What was wrong with a request: a code for programs, a sentence, and the rule if there is one.
 *
 * `number` is there if the table has changed since.
 */
export interface Problem {
  error: string
  code: RefusalCode
  rule: string | null
  number?: number
}

/** A game that can be played. */
export interface GameInfo {
  name: Game
  players: number[]
  editions: string[]
  levels: number[] // the levels of its bots
  in_match: number // how many games a match of this game can have; 0 if it cannot be in one
}

/**
 * What never changes on a board: its spaces row by row, and the pairs of adjacent ones.
 *
 * A position has its cells in the order of the spaces. Its `spots`, where a tile may go now,
 * are a hexadecimal number: bit n, the lowest being 0, stands for pair n.
 */
export interface Board {
  radius: number
  spaces: [number, number][]
  edges: [number, number][]
  directions: [number, number][]
}

/** The rules of a game, or of a match, in our own words. */
export interface RulesPage {
  page: string
  language: string
  title: string
  rules: string[] // the ids of rules that can be linked to
  sections: RulesSection[]
}

/** A heading and what follows it; the first section has no heading. */
export interface RulesSection {
  id: string
  heading: string
  blocks: (TextBlock | ExampleBlock)[]
}

/** A piece of text; its paragraphs have the ids of their rules. */
export interface TextBlock {
  kind: 'text'
  html: string
}

/** An example, step by step. */
export interface ExampleBlock {
  kind: 'example'
  id: string
  title: string
  rules: Rules
  steps: ExampleStep[]
}

/** What does not change in a game, for a client that draws it without knowing the rules. */
export interface Rules {
  game: Game
  edition: string
  goal: number // the last hole of a peg
  win: number // the hole that all pegs of a side need to win at once
  bonus: number[] // the holes where a player calls Ingenious!
  sides: number[][] // the seats that share a score board
  hidden: boolean // whether racks or hands are hidden from others
  held: number // size of a full rack or hand; 0 without one
  rolls: number // maximum rolls per turn; 0 without dice
  laps: number // how many times a peg goes round the track to its goal
  areas: [number, number][] // first and last column of each area; may be empty
}

/** A move of an example and how the game then looks; the first step has no move. */
export interface ExampleStep {
  note: string
  seat: number | null // the seat that moves
  decision: DecisionDoc | null
  drawn: string[] // the outcome after the decision, or by itself
  refused: RuleBroken | null
  story: StoryEvent[]
  position: Position
  racks?: string[][]
  hands?: string[][]
}

/** A decision of a seat; other keys, such as the gain in an entry, are ignored. */
export interface DecisionDoc {
  place?: string // the tile; its first symbol is on the first space
  at?: [Space, Space]
  first?: 0 | 1 | Colour // which half of the tile, or symbol of the card, is scored first
  swap?: string[] // the tiles to exchange
  play?: string // the card to play
  discard?: string[] // all cards of the hand
  resolve?: DieUseDoc[] // how each die of the roll is used, in this order
  score?: true // stop drawing and score
  free?: Colour // take a free score in this symbol
  resign?: true // resign the game for your side
  keep?: true // keep the rack or the hand
  reroll?: true // roll all dice again
  draw?: true // draw a tile from the pool
  seat: number
}

/** A space of the board in axial coordinates: (0, 0) is the middle; q increases to the right. */
export type Space = [number, number]

/** Use one die as a `match`, or equal dice for a `wild` score in the symbol of `as`. */
export interface DieUseDoc {
  match?: number // the index of the die in the roll
  wild?: number[] // the indexes of the dice in the roll
  as?: Colour
}

/** The rule by which a move is refused, and why. */
export interface RuleBroken {
  rule: string
  message: string
}

/** Classic, solo, team or duel as it is drawn. */
export interface BoardPosition {
  kind: 'board'
  pegs: number[][]
  ranked_by: number[][] // by what each seat is ranked: the first difference decides
  ranks: number[]
  due: number
  radius: number
  cells: string // a letter for each space of the board, `.` if empty
  rays: string[] // the rays of each empty space: symbol, length, …
  spots: string // where tiles fit, in hexadecimal: bit n is pair n of the board
  first_turn: boolean
  bonus: boolean // whether the placement that is due is a bonus
  bag: number
  tokens?: (number | null)[]
}

/** The Card Challenge as it is drawn. */
export interface CardPosition {
  kind: 'cards'
  pegs: number[][]
  ranked_by: number[][] // by what each seat is ranked: the first difference decides
  ranks: number[]
  due: number
  faceup: string[][]
  deck: number
  discards: number
  closed: (Closed | null)[]
}

/**
 * The first column that no peg of a seat can enter now, and the pegs that stand too low.
 *
 * It opens when all pegs have reached `floor`.
 */
export interface Closed {
  column: number
  floor: number
  blockers: string
  why: string // the id of the rule
}

/** The Dice Challenge as it is drawn; `uses` is there when dice are to be used. */
export interface DicePosition {
  kind: 'dice'
  pegs: number[][]
  ranked_by: number[][] // by what each seat is ranked: the first difference decides
  ranks: number[]
  due: number
  dice: string[]
  rolls: number
  closed: (Closed | null)[]
  uses?: Uses
}

/** What the dice of the roll are good for; every die is used once, in any order. */
export interface Uses {
  match: number[] // the points of each die as a match
  equal: number[][] // groups of equal dice: any two or more make a wild score
  wild: number[] // the points of a wild score, by its number of dice
}

/** The Tile Challenge as it is drawn; `risk` and `bust` are there if the seat may draw. */
export interface TilePosition {
  kind: 'tiles'
  pegs: number[][]
  ranked_by: number[][] // by what each seat is ranked: the first difference decides
  ranks: number[]
  due: number
  centre: string
  drawn: string
  pool: number
  unseen: number[] // how many tiles of each colour are in the pool
  risk?: number // the chance that the next tile ends the turn
  bust?: string // the symbols that would end the turn
}

/** The name of the person or program that sent the request. */
export interface Me {
  name: string
}

/** The token by which a program identifies itself, as `Authorization: Bearer …`. */
export interface Token {
  name: string
  token: string
  expires: number // milliseconds since 1970
}

/** Some tables, the newest first. */
export interface Tables {
  tables: TableEntry[]
}

/** A table in a list; `yours` are the seats that you hold. */
export interface TableEntry {
  table: string
  number: number
  changed: number
  brief: Brief
  yours: number[]
}

/** A new table, and the invitation with which others can take a seat. */
export interface Opened {
  table: string
  invite: string
}

/** A table as you may see it. */
export interface SeenTable {
  table: string
  settings: Settings
  view: View
  record: RecordDocument | null
  absent: number[] | null // the seats of absent people; null if unknown
  messages?: PartnerMessage[] // the messages you may read, if partners may talk
  invite?: string
}

/** The settings of a table. */
export interface Settings {
  games: Game[]
  seats: SeatPlan[]
  edition: string | null
  options: Record<string, boolean>
  start: number | null
  starts: 'drawn' | 'rotate' | 'same' // who begins each challenge of a match after the first
  clock: Clock
  talk: boolean
  spectators: boolean
  listed: boolean
  casual: boolean
  coached: boolean // whether the pages show the coach, at a casual table
  /** what resigning gives up within a match. The server sets it: `match` at all new tables, `challenge` at tables that were opened before this rule */
  resigning: 'challenge' | 'match'
}

/** The settings of a table. */
export interface WantedSettings {
  games: Game[]
  seats: WantedSeatPlan[]
  edition?: string | null
  options?: Record<string, boolean>
  start?: number | null
  starts?: 'drawn' | 'rotate' | 'same' // who begins each challenge of a match after the first
  clock?: WantedClock
  talk?: boolean
  spectators?: boolean
  listed?: boolean
  casual?: boolean
  coached?: boolean // whether the pages show the coach, at a casual table
  /** what resigning gives up within a match. The server sets it: `match` at all new tables, `challenge` at tables that were opened before this rule */
  resigning?: 'challenge' | 'match'
}

/** Who can take a seat: any person, a bot of some level, or a program that the host allows. */
export interface SeatPlan {
  kind: 'bot' | 'open' | 'program'
  level: number
  program: string
}

/** Who can take a seat: any person, a bot of some level, or a program that the host allows. */
export interface WantedSeatPlan {
  kind?: 'bot' | 'open' | 'program'
  level?: number
  program?: string
}

/** How long a seat may think: for each decision, or in all with an increment for each. */
export interface Clock {
  kind: 'move' | 'none' | 'total'
  seconds: number
  increment: number
}

/** How long a seat may think: for each decision, or in all with an increment for each. */
export interface WantedClock {
  kind?: 'move' | 'none' | 'total'
  seconds?: number
  increment?: number
}

/** A table as a viewer sees it now. */
export interface View {
  number: number // the number of the last event
  shared: SharedView
  looks: number | null // the seat whose view this is; null for a spectator
  yours?: number[]
  can?: Can[]
  turn?: TurnView | null
  racks?: (string[] | number)[]
  hands?: (string[] | number)[]
  choices?: Choices
}

/** Who has to decide what; null where only that seat may know. */
export interface TurnView {
  seat: number
  kind: DecisionKind | null
}

/** What the acting seat may do, beyond what everyone sees. */
export interface Choices {
  decisions?: Choice[] // all legal decisions, except placements, cards and dice
  turned?: Choice[] // placements of a double whose scoring order matters
  order_matters?: string[] // cards of the hand whose scoring order matters
  lowest?: string // the colours for which you may swap or discard
}

/** A decision that a seat can make; exactly one of the keys says which it is. */
export interface Choice {
  place?: string // the tile; its first symbol is on the first space
  at?: [Space, Space]
  first?: 0 | 1 | Colour // which half of the tile, or symbol of the card, is scored first
  swap?: string[] // the tiles to exchange
  play?: string // the card to play
  discard?: string[] // all cards of the hand
  resolve?: DieUseDoc[] // how each die of the roll is used, in this order
  score?: true // stop drawing and score
  free?: Colour // take a free score in this symbol
  resign?: true // resign the game for your side
  keep?: true // keep the rack or the hand
  reroll?: true // roll all dice again
  draw?: true // draw a tile from the pool
}

/** What a seat wrote to its partner, with the number and the time of the event. */
export interface PartnerMessage {
  number: number
  at: number
  seat: number
  text: string
}

/** The number of the last event after the command. */
export interface Done {
  number: number
}

/** A game, decision by decision; `view` is the viewer it was redacted for, if any. */
export interface RecordDocument {
  format: 'ingenious-record/1'
  game: Game
  edition: string
  options: Record<string, boolean>
  seats: string[]
  start: number
  deal: DealDoc
  log: LogEntry[]
  result: ResultDoc | null
  dealer?: CommitmentDoc
  view?: number | null
  date?: string
  event?: string
}

/** The opening deal, seat by seat, except for the centre, which all share. */
export interface DealDoc {
  racks?: (string[] | number)[]
  hands?: (string[] | number)[]
  faceup?: string[][]
  dice?: Colour[][]
  centre?: Colour[]
}

/** An entry of a record's log: a decision, an outcome of chance, or both. */
export interface LogEntry {
  place?: string // the tile; its first symbol is on the first space
  at?: [Space, Space]
  first?: 0 | 1 | Colour // which half of the tile, or symbol of the card, is scored first
  swap?: string[] // the tiles to exchange
  play?: string // the card to play
  discard?: string[] // all cards of the hand
  resolve?: DieUseDoc[] // how each die of the roll is used, in this order
  score?: true // stop drawing and score
  free?: Colour // take a free score in this symbol
  resign?: true // resign the game for your side
  seat: number
  gain?: [number, number] // the points of each half of a placement
  draw?: string[] | string | number // the pieces drawn, or how many if they are hidden; in the Tile Challenge one letter
  roll?: Colour[]
  refill?: Colour[] // the tiles added to the centre
}

/** The end of a game: six pegs and a rank for each seat; equal seats share a rank. */
export interface ResultDoc {
  reason: Reason
  scores: number[][]
  ranks: number[]
}

/** The dealer's commitment: the hash of its seed, and the seed once the game is over. */
export interface CommitmentDoc {
  commit: string
  seed?: string
  drew_start?: true
}

/**
 * Several challenges, with the victory points of each seat in each finished one.
 *
 * Without `challenges`, the agreed list, it is ranked by its totals, even if one was resigned.
 */
export interface MatchDocument {
  format: 'ingenious-match/1'
  games: RecordDocument[]
  points: number[][]
  totals: number[]
  ranks: number[]
  challenges?: Game[]
  starts?: 'drawn' | 'rotate' | 'same'
}

/** A game from its deal to its last move, as you may know it. */
export interface History {
  steps: PastStep[]
}

/** One step of a running game: what happened, and how the game then looked to you. */
export interface PastStep {
  entry: number | null // the index of the step's last entry, from 0; null for the deal
  story: StoryEvent[]
  position: Position // without `rays` and `spots`
  racks?: (string[] | number)[]
  hands?: (string[] | number)[]
}

/** A game from its beginning to its end. */
export interface Replay {
  record: RecordDocument
  rules: Rules
  steps: ReplayStep[]
  stand_ins?: number[] // entries that a bot decided in place of a player, if known
}

/** One step: the entry that it belongs to, what happened, and how the game then looked. */
export interface ReplayStep {
  entry: number | null // index of the entry; null for the opening deal
  story: StoryEvent[]
  position: Position
  racks?: string[][]
  hands?: string[][]
}

/** A chosen name. */
export interface Named {
  name: string
}

/** The settings of a new table, the seats to take, and whether to start at once. */
export interface NewTable {
  settings: WantedSettings
  sit?: number[]
  names?: string[]
  begin?: boolean
}

/** Decide for a seat: an entry as in the pipe protocol, and the number the event should get. */
export interface Play {
  do: 'play'
  seat: number
  number: number
  decision: DecisionDoc
  id?: number | string | null
}

/** Take a seat, or come back to it; a table that is not listed needs its invitation. */
export interface Sit {
  do: 'sit'
  seat: number
  invite?: string
  name?: string
  id?: number | string | null
}

/** Leave a seat; during a game a bot plays until the player comes back. */
export interface Leave {
  do: 'leave'
  seat: number
  id?: number | string | null
}

/** Start the game, or the next one of a match. */
export interface Start {
  do: 'start'
  id?: number | string | null
}

/** Ask to take back the seat's last decision. */
export interface RequestTakeback {
  do: 'takeback'
  seat: number
  id?: number | string | null
}

/** Answer a takeback request; `seat`, if given, must be the seat that asked. */
export interface AnswerTakeback {
  do: 'takeback-reply'
  agrees: boolean
  seat?: number | null
  id?: number | string | null
}

/** Withdraw your own takeback request. */
export interface WithdrawTakeback {
  do: 'takeback-withdraw'
  id?: number | string | null
}

/** Send a quick chat message. */
export interface React {
  do: 'react'
  seat: number
  reaction: Reaction
  id?: number | string | null
}

/** Write to your partner in a team game, if partners may talk. */
export interface Say {
  do: 'say'
  seat: number
  text: string
  id?: number | string | null
}

/** Close a table that you opened, before any game begins. */
export interface Close {
  do: 'close'
  id?: number | string | null
}

/** Start a rematch at a new table, where the next seat begins. */
export interface Rematch {
  do: 'rematch'
  id?: number | string | null
}

/** The table was opened. */
export interface NewsTableOpened {
  event: 'created'
  number: number
  at: number
}

/** A player took a seat, or came back to it. */
export interface NewsSeatTaken {
  event: 'sat'
  number: number
  at: number
  seat: number
  name: string
}

/** A player left a seat: before the start it is free again, later a bot plays on. */
export interface NewsSeatLeft {
  event: 'left'
  number: number
  at: number
  seat: number
}

/** The next game began. */
export interface NewsGameStarted {
  event: 'started'
  number: number
  at: number
}

/** The time of a seat ran out. */
export interface NewsClockExpired {
  event: 'ran-out'
  number: number
  at: number
  seat: number
}

/** A seat requested to take its last decision back. */
export interface NewsTakebackRequested {
  event: 'asked-back'
  number: number
  at: number
  seat: number
}

/** A player declined a takeback. */
export interface NewsTakebackDeclined {
  event: 'refused-back'
  number: number
  at: number
  seat: number
}

/** A player accepted a takeback; others still have to. */
export interface NewsTakebackAccepted {
  event: 'agreed-back'
  number: number
  at: number
  seat: number
}

/** A seat withdrew its takeback request. */
export interface NewsTakebackWithdrawn {
  event: 'withdrew-back'
  number: number
  at: number
  seat: number
}

/** The game went back to before a decision of this seat. */
export interface NewsTakebackApplied {
  event: 'took-back'
  number: number
  at: number
  seat: number
}

/** A seat sent a quick chat message. */
export interface NewsReactionSent {
  event: 'reacted'
  number: number
  at: number
  seat: number
  reaction: Reaction
}

/** The connection of the seat that has to decide went silent, so its clock was paused. */
export interface NewsClockPaused {
  event: 'clock-paused'
  number: number
  at: number
  seat: number
  since: number
}

/** The seat is connected again, and its clock runs again. */
export interface NewsClockResumed {
  event: 'clock-resumed'
  number: number
  at: number
  seat: number
}

/** The game stood still from `since` to `until`; that time does not count. */
export interface NewsServerAway {
  event: 'server-away'
  number: number
  at: number
  since: number
  until: number
}

/** A seat wrote to its partner; until the game is over only those two receive the text. */
export interface NewsMessageSent {
  event: 'message-sent'
  number: number
  at: number
  seat: number
  text?: string
}

/** A game that was played elsewhere was imported, to be viewed. */
export interface NewsGameImported {
  event: 'imported'
  number: number
  at: number
}

/** The same people continue at another table. */
export interface NewsRematchOpened {
  event: 'rematched'
  number: number
  at: number
  table: string
}

/** The host closed the table before any game began. */
export interface NewsTableClosed {
  event: 'closed'
  number: number
  at: number
}

/**
 * A seat decided; `stand_in` if a bot did so in its place, at least in part.
 *
 * Other seats receive a placement together with the decision about a swap that follows.
 */
export interface NewsDecisionMade {
  event: 'played'
  number: number
  at: number
  seat: number
  stand_in: boolean
  story: StoryEvent[]
  entries?: LogEntry[]
}

/** The whole table: the first message, and again when you see through another seat. */
export interface TableMessage {
  type: 'table'
  table: string
  settings: Settings
  record: RecordDocument | null
  news: News[]
  view: View
  absent: number[] | null // the seats of absent people; null if unknown
  now: number
  messages?: PartnerMessage[] // the messages you may read, if partners may talk
  invite?: string
  done?: number | string | null
}

/**
 * What happened, and the view now; `done` is the id of your own message.
 *
 * The `record` is there if new entries are not enough: a game has begun, was taken back, or is
 * over. So are the `messages` of partners, if they may talk.
 */
export interface UpdateMessage {
  type: 'update'
  news: News[]
  view: View
  now: number
  record?: RecordDocument | null
  messages?: PartnerMessage[] // the messages you may read, if partners may talk
  done?: number | string | null
}

/** A player has been disconnected for some seconds, or is back. */
export interface PresenceMessage {
  type: 'presence'
  absent: number[] | null // the seats of absent people; null if unknown
}

/** The connection works: sent whenever nothing else was sent for two seconds. */
export interface HeartbeatMessage {
  type: 'heartbeat'
  now: number
}

/** A command was run, without new events for you. */
export interface DoneMessage {
  type: 'done'
  id: number | string | null
  number: number
}

/**
 * Nothing was changed: why, for programs and for people, and the rule if there is one.
 *
 * `number` is there if something else happened before, `again` if it may be tried again.
 */
export interface RefusedMessage {
  type: 'refused'
  id: number | string | null
  code: RefusalCode
  error: string
  rule: string | null
  number?: number
  again?: boolean
}

/** What a decision would do, up to the next outcome of chance. */
export interface PreviewMessage {
  type: 'preview'
  id: number | string | null
  story: StoryEvent[]
}

/** The best decisions first. */
export interface HintsMessage {
  type: 'hints'
  id: number | string | null
  hints: HintDoc[]
}

/** A suggested decision: its notation, what to expect from it, and why. */
export interface HintDoc {
  entry: DecisionDoc
  move: string
  chance: number | null // the chance to win, with ties shared; null if unknown
  lowest: number | null // the expected lowest peg at the end; null if unknown
  points: number | null // points scored at once; null if it does not score itself
  measure: 'chance' | 'lowest' | 'points' | null // the value by which all hints are compared
  value: number | null // the value of that measure; hints are sorted by it
  reason: string // in English
  said: ReasonPart[] // parts of the reason, for other languages
}

/** What the coach says; null if there is nothing to say. `left` is how many times are left. */
export interface CoachMessage {
  type: 'coach'
  id: number | string | null
  advice: AdviceDoc | null
  left: number
}

/** What the coach says: a topic with its values, and the decision to which it points. */
export interface AdviceDoc {
  topic: 'bonus' | 'closed' | 'deny' | 'free' | 'high' | 'line' | 'lowest' | 'nothing' | 'other' | 'points' | 'pull' | 'risk' | 'roll' | 'swap' | 'win'
  about: string // what to send as `said` from now on
  after: boolean // whether it is about a decision that is poor
  again: boolean // whether the coach has spoken of the same lowest colours before
  colours: Colour[] // the colours that it is about
  high: Colour | null // the high colour that a poor decision feeds
  points: number
  seat: number | null // the opponent that it is about
  times: number // a chance: `times` in `of`
  of: number
  pieces: string[] // pieces of your rack or hand
  scored: number | null // what the poor decision scores
  better: HintDoc | null
}

/** Ask what a decision would do; nothing changes. */
export interface Preview {
  do: 'preview'
  seat: number
  decision: DecisionDoc
  id?: number | string | null
}

/** On a shared screen: show what the acting seat sees, until its turn ends. */
export interface Look {
  do: 'look'
  seat: number
  id?: number | string | null
}

/** Ask for the best few decisions of a seat; only at casual tables. */
export interface AskHint {
  do: 'hint'
  seat: number
  count?: number
  id?: number | string | null
}

/**
 * Ask the coach of a coached table what matters now, or about a decision before it is made.
 *
 * `said` is what the coach has spoken `about` in this game.
 */
export interface AskCoach {
  do: 'coach'
  seat: number
  decision?: DecisionDoc | null
  said?: string[]
  id?: number | string | null
}

/** What a list of tables shows for each table. */
export interface Brief {
  games: Game[]
  game: Game // the current game, or else the last or first one
  edition: string
  phase: Phase
  seats: SeatView[]
  casual: boolean
  spectators: boolean
  turn: number | null // the seat that has to decide
  moves: number // decisions made in this game
  clock?: Clock
  result?: ResultDoc
}

/** A seat as everyone sees it; `away` and `late` if a bot plays for its person. */
export interface SeatView {
  kind: 'bot' | 'open' | 'program'
  name: string
  taken: boolean
  level?: number
  away?: true
  late?: true
}

/**
 * What is the same for every viewer.
 *
 * While a decision is held back from the others, there are two: one for the seat that made it,
 * and one for the others.
 */
export interface SharedView {
  phase: Phase
  seats: SeatView[]
  since: number // when the current turn began, in milliseconds
  rules: Rules
  position: Position | null // null before the game starts
  deadline?: number | null
  left?: number[] | null
  paused?: PausedClock
  stand_ins?: number[] // entries of the log that a bot decided in place of a person
  asking?: number // the seat that asks for a takeback
  rematch?: string // the table of the rematch
  match?: MatchTally
  verdict?: Verdict // once the game is over
}

/** A clock that is paused because the connection of the seat that has to decide is silent. */
export interface PausedClock {
  seat: number
  since: number // since when the clock is paused, in milliseconds
  until: number // when the clock resumes if the connection stays silent
}

/** Which game of a match is played, counted from 0, and the victory points so far. */
export interface MatchTally {
  game: number
  points: number[][]
  totals: number[]
  ranks: number[]
  resigned?: true // true if the player ranked last gave up the match
}

/**
 * What decided a game: its sides, the best first.
 *
 * By `pegs`, the first difference decides; by `goal`, a side had all pegs there.
 */
export interface Verdict {
  by: 'goal' | 'pegs' | 'resigned'
  sides: VerdictSide[]
  differences?: Difference[]
}

/** A side at the end of a game, with its place among the sides; equal ones share it. */
export interface VerdictSide {
  seats: number[]
  rank: number
  pegs: [Colour, number][] // in the order of comparison; in the duel those on its own side
  short: number[] // for each colour, the points its peg is short of winning at once
  count?: number // in the duel, the pegs on its own side
  missed?: Missed
}

/** The points in one colour that a side was short of a win; only if the board was full. */
export interface Missed {
  colour: Colour
  points: number
}

/** A column of the pegs that separates sides that are equal in all columns before it. */
export interface Difference {
  column: number | null // null for the number of pegs in the duel
  sides: number[] // indexes of sides in the verdict
}

/** A tile was placed on the board. */
export interface Placed {
  seat: number
  tile: string
  at: [Space, Space]
  bonus: boolean
}

/**
 * One half of a placed tile was counted: the lengths of its six rays (B8).
 *
 * The rays run clockwise from the right; the one towards the other half is 0.
 */
export interface Counted {
  seat: number
  symbol: Colour
  space: Space
  rays: number[]
  points: number
}

/**
 * One or more points were scored: where the peg went, how many were lost, and by which rule.
 *
 * Pegs are seen from the seat's own side, as in a result. If an area stopped the peg (F2),
 * `blockers` are the symbols whose pegs are too low.
 */
export interface PegMoved {
  seat: number
  symbol: Colour
  start: number
  end: number
  lost: number
  why: string
  blockers: string
}

/** A peg reached the end of a track: "Ingenious!". Except in solo, this earns a bonus. */
export interface CalledIngenious {
  seat: number
  symbol: Colour
  why: string
}

/** The duel's token of a colour changed hands (E2). */
export interface TokenTaken {
  seat: number
  symbol: Colour
  from_opponent: boolean
}

/** Bonus placements could not be made: the rack is empty. */
export interface BonusLapsed {
  seat: number
  count: number
  why: string
}

/** The opening deal was made; `shown` are the face-up cards, the dice or the centre. */
export interface Dealt {
  shown: string[][]
}

/** Tiles or cards were shown to everyone and put away: a swap, or a discarded hand. */
export interface Shown {
  seat: number
  pieces: string[]
  why: string
}

/** Swapped tiles went back to the bag, after the new ones were drawn (B13). */
export interface PutBack {
  seat: number
  pieces: string[]
}

/** A seat drew to its rack or hand; `shown` is what everyone sees of it, in solo the tile. */
export interface Drew {
  seat: number
  count: number
  shown: string[]
}

/** The deck ran out and the discard pile was shuffled to become the deck. */
export interface DeckRenewed {
  cards: number
  why: string
}

/** A card was played. */
export interface Played {
  seat: number
  card: string
}

/** A symbol was matched: by which face-up cards or dice, each as (seat, place from 0). */
export interface Matched {
  seat: number
  symbol: Colour
  by: [number, number][]
}

/** The played card replaced a face-up card, which went to the discard pile (G4). */
export interface FaceUpReplaced {
  seat: number
  discarded: string
  faceup: string[]
}

/** Dice were rolled for the first, second or third time in the turn. */
export interface Rolled {
  seat: number
  dice: string
  roll: number
}

/** Equal dice gave points in a chosen symbol. */
export interface WildScored {
  seat: number
  dice: number[]
  symbol: Colour
  points: number
}

/** Tiles were drawn to the centre at the start of a turn (I3). */
export interface CentreRefilled {
  seat: number
  symbols: string
}

/** A tile was drawn from the pool (I5). */
export interface TileDrawn {
  seat: number
  symbol: Colour
}

/**
 * The drawn tile was a bust: its symbol was drawn before, or is not in the centre.
 *
 * All drawn tiles went to the centre, and bonus turns still due were lost.
 */
export interface WentOut {
  seat: number
  symbol: Colour
  repeated: boolean
  to_centre: string
  bonus_lost: number
  why: string
}

/** Tiles were scored (I6): some left the game, some went back to the pool. */
export interface TilesScored {
  seat: number
  from_centre: string
  left_game: string
  to_pool: string
}

/** A seat is to move now; `bonus` when it is a bonus turn. */
export interface TurnBegan {
  seat: number
  bonus: boolean
}

/** A seat resigned the game for its side. */
export interface Resigned {
  seat: number
}

/** The game is over. */
export interface Ended {
  reason: Reason
  why: string
}

/** The game is won at once. */
export interface Wins {
}

/** The game ends because the board is full or no peg has moved for long; these seats win. */
export interface Ends {
  ending: 'board-full' | 'stalled'
  winners: number[]
}

/** Points that count; `lowest` are those of these colours that are lowest on the score board. */
export interface Scores {
  gains: [Colour, number][]
  lowest: string
}

/** No point counts. */
export interface ScoresNothing {
}

/** These pegs reach the end of a track ("Ingenious!"), and each earns a bonus. */
export interface EarnsBonus {
  colours: string
  bonus: 'card' | 'tile' | 'turn'
}

/** In the duel, pegs reach the middle, the seat's side, or its side from the other side. */
export interface Pulls {
  colours: string
  to: 'middle' | 'over' | 'side'
}

/** In the duel, the tokens of these colours are taken from the opponent. */
export interface TakesTokens {
  colours: string
}

/** The best place of a colour is gone, where a seat could have scored these points. */
export interface TakesAway {
  seat: number
  colour: Colour
  points: number
}

/** None of these seats can score more than before. */
export interface OpensNothing {
  seats: number[]
}

/** A colour of the seat's rack has a better place than before. */
export interface SetsUp {
  colour: Colour
  points: number
  is_lowest: boolean
}

/** A lowest colour of the seat's rack can still score these points, with a tile that is kept. */
export interface LeavesOpen {
  colour: Colour
  points: number
}

/** Points are lost at a hole; `blockers` are the colours that are too low, if that is why. */
export interface Loses {
  points: number
  hole: number
  blockers: string
}

/** No piece shows one of the lowest colours, so all of them are exchanged. */
export interface HasNoLowest {
  pieces: 'cards' | 'tiles'
  lowest: string
}

/** In the duel, the tiles that show finished colours are exchanged. */
export interface ExchangesFinished {
  colours: string
  tiles: number
}

/** The rack or hand is kept: it can score these points, and some pieces are drawn. */
export interface Keeps {
  pieces: 'cards' | 'tiles'
  gains: [Colour, number][]
  draws: number
}

/** A card brings lowest colours to the table. */
export interface ShowsLowest {
  colours: string
}

/** The last symbol of a colour that a seat needs leaves the table. */
export interface Clears {
  colour: Colour
  seat: number
}

/** Equal dice score in these colours. */
export interface ScoresWild {
  colours: string
}

/** The share of rolls that would do better; 0 of 1 is hardly any, 1 of 1 is nearly all. */
export interface RollsBetter {
  rolls: number
  of: number
}

/** The number of rolls that are left. */
export interface RollsLeft {
  rolls: number
}

/** A free score cannot fail. */
export interface HasNoRisk {
}

/** The chance that the next tile is a bust; 0 and 1 of 1 are exact only if it is sure. */
export interface GoesOut {
  times: number
  of: number
  is_sure: boolean
}

/** These points are lost in a bust, and perhaps a bonus turn. */
export interface Risks {
  points: number
  bonus: boolean
}

/** The next tile can bring points in a colour. */
export interface HopesFor {
  colour: Colour
  points: number
  is_lowest: boolean
}

/** The seat resigns. */
export interface GivesUp {
}
