// The command `ingenious hint` has the same words.
import words from '../../../../src/ingenious/bots/reasons/english.json'

export default words
