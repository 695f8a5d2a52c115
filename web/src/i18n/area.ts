/** A part of the catalogue in another language has the keys of the English one, no more and no less. */
export type Area<English> = Record<keyof English, string>
