import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'

/** The folders of src, lowest first: each imports only from those before it. */
const ROOMS = 'net app worker i18n pieces text sounds ui scores positions moves rules pictures table pages'.split(' ')
const oneWay = ROOMS.slice(0, -1).map((room, k) => ({
  files: [`src/${room}/**`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: `^(\\.\\./)+(${ROOMS.slice(k + 1).join('|')})/`, message: `${room} is below it.` }] },
    ],
  },
}))

export default defineConfig(
  oneWay,
  { ignores: ['src/net/wire.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      // svelte-check reports these, with the types at hand.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      // A Map or Set that nothing draws from is a plain one on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} is a space that neither Prettier nor Svelte removes.
      'svelte/no-useless-mustaches': 'off',
    },
  },
)
