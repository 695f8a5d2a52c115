import type { Area } from '../area'
import type en from '../en/brief'

export default {
  'brief.title': 'In einer Minute',
  'brief.turn': 'Ein Zug',
  'brief.points': 'Punkte',
  'brief.end': 'Das Ende',
  'brief.classic.turn': 'Leg ein Plättchen von deiner Bank auf zwei leere Felder und zieh ein neues nach.',
  'brief.classic.points': 'Schau von jeder Hälfte aus in fünf Richtungen: Jedes Symbol ihrer Farbe in einer lückenlosen Linie bringt einen Punkt. Eine Farbe, die 18 erreicht, bringt ein Bonusplättchen.',
  'brief.classic.end': 'Passt kein Plättchen mehr, zählt nur die niedrigste Farbe: Wer mit ihr am höchsten steht, gewinnt.',
  'brief.solo.turn': 'Zieh ein Plättchen und leg es auf zwei leere Felder.',
  'brief.solo.points': 'Schau von jeder Hälfte aus in fünf Richtungen: Jedes Symbol ihrer Farbe in einer lückenlosen Linie bringt einen Punkt.',
  'brief.solo.end': 'Passt kein Plättchen mehr, ist deine niedrigste Farbe dein Ergebnis.',
  'brief.team.turn': 'Leg ein Plättchen von deiner Bank auf zwei leere Felder und zieh ein neues nach. Auch dein Partner sieht deine Plättchen nicht.',
  'brief.team.points':
    'Schau von jeder Hälfte aus in fünf Richtungen: Jedes Symbol ihrer Farbe in einer lückenlosen Linie bringt einen Punkt auf der Wertungstafel deines Teams. Eine Farbe, die 18 oder 36 erreicht, bringt ein Bonusplättchen.',
  'brief.team.end': 'Passt kein Plättchen mehr, gewinnt das Team, dessen niedrigste Farbe höher steht.',
  'brief.duel.turn': 'Leg ein Plättchen von deiner Bank auf zwei leere Felder und zieh ein neues nach.',
  'brief.duel.points': 'Schau von jeder Hälfte aus in fünf Richtungen: Jedes Symbol ihrer Farbe in einer lückenlosen Linie zieht den Stift dieser Farbe einen Schritt zu dir.',
  'brief.duel.end': 'Passt kein Plättchen mehr, gewinnt, wer mehr Stifte auf seiner Seite hat. Wer alle sechs hat, gewinnt sofort.',
  'brief.cards.turn': 'Spiel eine Karte aus deiner Hand; sie ersetzt eine deiner Karten auf dem Tisch. Zieh dann auf sechs Karten nach.',
  'brief.cards.points': 'Jedes ihrer zwei Symbole bringt einen Punkt für jede Karte auf dem Tisch, die es zeigt. Stifte, die zu weit voraus sind, müssen auf die letzten warten.',
  'brief.cards.end': 'Wer zuerst alle sechs Stifte auf 7 oder höher hat, gewinnt.',
  'brief.dice.turn': 'Würfle bis zu dreimal mit allen deinen Würfeln und nutze dann jeden genau einmal.',
  'brief.dice.points': 'Ein Würfel bringt einen Punkt für jeden Würfel der anderen mit demselben Symbol. Oder leg eigene gleiche Würfel zu einem Satz zusammen: Er bringt einen Punkt weniger, als er Würfel hat, in einer Farbe deiner Wahl.',
  'brief.dice.end': 'Wer zuerst alle sechs Stifte auf 7 oder höher hat, gewinnt.',
  'brief.tiles.turn': 'Zieh Plättchen, eines nach dem anderen, und hör auf, wann du willst. Ein Symbol, das du schon hast oder das nicht in der Mitte liegt, beendet deinen Zug ohne Punkte.',
  'brief.tiles.points': 'Hörst du rechtzeitig auf, bringen deine Plättchen und alle gleichen in der Mitte je einen Punkt. Statt zu ziehen, darfst du dein niedrigstes Symbol aus der Mitte nehmen: eine freie Wertung.',
  'brief.tiles.end': 'Wer zuerst alle sechs Stifte in der Zielspalte hat, gewinnt.',
} satisfies Area<typeof en>
