import type { Area } from '../area'
import type en from '../en/brief'

export default {
  'brief.title': 'En une minute',
  'brief.turn': 'Un tour',
  'brief.points': 'Les points',
  'brief.end': 'La fin',
  'brief.classic.turn': 'Posez une tuile de votre chevalet sur deux cases vides, puis piochez-en une autre.',
  'brief.classic.points': 'Depuis chaque moitié, regardez dans cinq directions : chaque symbole de la même couleur, en ligne ininterrompue, rapporte un point. Une couleur qui atteint 18 donne une tuile bonus.',
  'brief.classic.end': 'Quand plus aucune tuile ne peut être posée, seule compte la couleur la plus basse : le joueur dont la couleur la plus basse est la plus haute l’emporte.',
  'brief.solo.turn': 'Piochez une tuile et posez-la sur deux cases vides.',
  'brief.solo.points': 'Depuis chaque moitié, regardez dans cinq directions : chaque symbole de la même couleur, en ligne ininterrompue, rapporte un point.',
  'brief.solo.end': 'Quand plus aucune tuile ne peut être posée, votre couleur la plus basse est votre score.',
  'brief.team.turn': 'Posez une tuile de votre chevalet sur deux cases vides, puis piochez-en une autre. Même votre partenaire ne voit pas vos tuiles.',
  'brief.team.points':
    'Depuis chaque moitié, regardez dans cinq directions : chaque symbole de la même couleur, en ligne ininterrompue, rapporte un point sur le tableau de score de votre équipe. Une couleur qui atteint 18 ou 36 donne une tuile bonus.',
  'brief.team.end': 'Quand plus aucune tuile ne peut être posée, l’équipe dont la couleur la plus basse est la plus haute l’emporte.',
  'brief.duel.turn': 'Posez une tuile de votre chevalet sur deux cases vides, puis piochez-en une autre.',
  'brief.duel.points': 'Depuis chaque moitié, regardez dans cinq directions : chaque symbole de la même couleur, en ligne ininterrompue, tire le pion de cette couleur d’un pas vers vous.',
  'brief.duel.end': 'Quand plus aucune tuile ne peut être posée, le joueur qui a le plus de pions de son côté l’emporte. Les six de votre côté, c’est la victoire immédiate.',
  'brief.cards.turn': 'Jouez une carte de votre main ; elle remplace l’une des vôtres sur la table. Complétez ensuite votre main à six cartes.',
  'brief.cards.points': 'Chacun de ses deux symboles rapporte un point pour chaque carte sur la table qui le montre. Les pions trop en avance doivent attendre les derniers.',
  'brief.cards.end': 'Le premier dont les six pions sont à 7 ou plus l’emporte.',
  'brief.dice.turn': 'Lancez tous vos dés jusqu’à trois fois, puis utilisez chacun une fois.',
  'brief.dice.points': 'Un dé rapporte un point pour chaque dé des autres qui montre le même symbole. Ou réunissez vos dés identiques en une série : elle rapporte un point de moins qu’elle ne compte de dés, dans la couleur de votre choix.',
  'brief.dice.end': 'Le premier dont les six pions sont à 7 ou plus l’emporte.',
  'brief.tiles.turn': 'Piochez des tuiles une à une et arrêtez-vous quand vous voulez. Un symbole que vous avez déjà, ou qui n’est pas au centre, met fin à votre tour sans points.',
  'brief.tiles.points':
    'Arrêtez-vous à temps : vos tuiles et toutes celles du centre qui montrent les mêmes symboles rapportent un point chacune. Au lieu de piocher, vous pouvez prendre au centre votre symbole le plus bas : un score libre.',
  'brief.tiles.end': 'Le premier dont les six pions atteignent la colonne d’arrivée l’emporte.',
} satisfies Area<typeof en>
