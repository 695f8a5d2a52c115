import type { Words } from '../en'
import app from './app'
import board from './board'
import brief from './brief'
import challenges from './challenges'
import coach from './coach'
import common from './common'
import learn from './learn'
import reasons from './reasons'
import refused from './refused'
import replay from './replay'
import rules from './rules'
import start from './start'
import table from './table'

const words: Words = {
  ...common,
  ...app,
  ...start,
  ...table,
  ...board,
  ...challenges,
  ...learn,
  ...coach,
  ...reasons,
  ...refused,
  ...replay,
  ...rules,
  ...brief,
}

export default words
