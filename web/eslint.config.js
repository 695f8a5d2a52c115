import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'

export default defineConfig(
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
