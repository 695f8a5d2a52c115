import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { applyTheme, reread } from './app/prefs.svelte'
import { mayReload, sayPlainly } from './app/reload'
import { register, showsGame } from './app/version.svelte'
import { load, preferred } from './i18n/catalogue.svelte'

// The server was updated and no longer has this part. A game goes on without it; there, the player decides when to reload.
addEventListener('vite:preloadError', () => {
  if (!showsGame() && mayReload()) location.reload()
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
    void register()
  } catch (error) {
    sayPlainly(target, preferred())
    throw error
  }
}
