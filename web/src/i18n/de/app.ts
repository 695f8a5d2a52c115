import type { Area } from '../area'
import type en from '../en/app'

export default {
  'offline.title': 'Keine Verbindung',
  'offline.text': 'Deine Partien sind auf dem Server sicher. Spielen, neue Tische und Tipps gehen wieder, sobald du verbunden bist. Bis dahin:',
  'offline.rules': 'Die Regeln aller Spiele',
  'offline.rules.text': 'Kurz und ausführlich, mit allen Beispielen',
  'offline.rules.go': 'Lesen',
  'offline.lessons': 'Lektionen',
  'offline.lessons.text': 'Alle, die du schon geöffnet hast',
  'offline.replays': 'Partien, die du mit Verbindung nachspielst, findest du dann hier.',
  'offline.note': 'Ohne Verbindung kannst du die Regeln lesen und Lektionen und Partien öffnen, die du schon einmal geöffnet hattest.',
  'app.about': 'Als App',
  'app.works': 'Du kannst Ingenious installieren. Es öffnet sich auch ohne Verbindung: Die Regeln sind immer da, ebenso Lektionen und nachgespielte Partien, die du schon geöffnet hast.',
  'app.waits': 'Zum Spielen, für neue Tische und für Tipps brauchst du eine Verbindung. Bricht sie ab, wartet deine Partie auf dem Server auf dich.',
  'app.install': 'App installieren',
  'app.install.apple': 'Um die App zu installieren, tippe auf „Teilen“ und dann auf „Zum Home-Bildschirm“.',
  'notify': 'Melden, wenn ich dran bin',
  'notify.text': 'Solange diese Seite im Hintergrund geöffnet ist.',
  'notify.refused': 'Dein Browser blockiert hier Mitteilungen. Du kannst sie in seinen Einstellungen für diese Website erlauben.',
} satisfies Area<typeof en>
