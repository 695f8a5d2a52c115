import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { dress } from './lib/prefs.svelte'
import { load } from './lib/words.svelte'

dress()
await load()
const target = document.getElementById('app')
if (target) mount(App, { target })
