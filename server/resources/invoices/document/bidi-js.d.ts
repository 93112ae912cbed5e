declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): { levels: Uint8Array; paragraphs: { level: number }[] }
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
