// Light or dark as it was chosen, before anything is painted: the program itself comes later, and the page would flash.
// What may stand there is for src/lib/prefs.svelte.ts to know.
try {
  const { theme } = JSON.parse(localStorage.getItem('ingenious') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Nothing was chosen, or nothing can be kept.
}
