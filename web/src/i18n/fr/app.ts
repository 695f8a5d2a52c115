import type { Area } from '../area'
import type en from '../en/app'

export default {
  'offline.title': 'Vous êtes hors ligne',
  'offline.text': 'Vos parties sont en sécurité sur le serveur. Vous pourrez jouer, créer une table ou demander un conseil dès que la connexion sera rétablie. D’ici là :',
  'offline.rules': 'Les règles de tous les jeux',
  'offline.rules.text': 'En bref et en entier, avec tous les exemples',
  'offline.rules.go': 'Lire',
  'offline.lessons': 'Leçons',
  'offline.lessons.text': 'Celles que vous avez déjà ouvertes',
  'offline.replays': 'Les parties que vous revoyez en ligne apparaîtront ici.',
  'offline.note': 'Sans connexion, vous pouvez lire les règles et retrouver les leçons et les parties que vous avez déjà ouvertes.',
  'app.about': 'L’application',
  'app.works': 'Vous pouvez installer Ingenious. L’application s’ouvre même sans connexion : les règles sont toujours là, ainsi que les leçons et les parties que vous avez déjà ouvertes.',
  'app.waits': 'Pour jouer, créer une table ou demander un conseil, il faut une connexion. Si elle est coupée, votre partie vous attend sur le serveur.',
  'app.install': 'Installer l’application',
  'app.install.apple': 'Pour installer l’application, touchez « Partager », puis « Sur l’écran d’accueil ».',
  'notify': 'Me prévenir quand c’est à moi',
  'notify.text': 'Tant que cette page est ouverte en arrière-plan.',
  'notify.refused': 'Votre navigateur bloque les notifications ici. Vous pouvez les autoriser dans ses réglages pour ce site.',
} satisfies Area<typeof en>
