import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { applyTheme, reread } from './app/prefs.svelte'
import { mayReload, sayPlainly } from './app/reload'
import { load, preferred } from './i18n/catalogue.svelte'

addEventListener('vite:preloadError', () => {
  if (mayReload()) location.reload()
})

// Language and looks are the same in all tabs.
addEventListener('storage', (event) => {
  if (reread(event)) void load()
})

applyTheme()
const target = document.getElementById('app')
if (target) {
  try {
    await load()
    mount(App, { target })
  } catch (error) {
    sayPlainly(target, preferred())
    throw error
  }
}
