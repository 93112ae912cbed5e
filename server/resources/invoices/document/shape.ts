import type { Font as Drawn, GlyphRun } from 'fontkit'
import { Blob, ClusterLevel, Face, Font, Buffer as Glyphs, shape } from 'harfbuzzjs'

/**
 * Makes a font lay out text by HarfBuzz, as browsers do. Its own shaper misplaces or fails on marks of Thai, Bengali,
 * Gurmukhi, Khmer, Myanmar and others.
 * @param bytes the font's file, as TrueType
 */
export function shapeByHarfBuzz(drawn: Drawn, bytes: Uint8Array): void {
  const font = new Font(new Face(new Blob(bytes)))
  drawn.layout = (text) => {
    const buffer = new Glyphs()
    buffer.addText(text)
    // Letter by letter, so that readers of the PDF can copy the text.
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    buffer.guessSegmentProperties()
    shape(font, buffer)
    const infos = buffer.getGlyphInfos()
    const letters = lettersOf(text, infos)
    const glyphs = infos.map(({ codepoint: id, cluster }, index) => ({
      id,
      advanceWidth: drawn.getGlyph(id).advanceWidth,
      // A cluster's first glyph stands for all its letters. The font's own glyphs keep those of their first text for ever.
      codePoints: infos[index - 1]?.cluster === cluster ? [] : (letters.get(cluster) ?? []),
    }))
    const positions = buffer.getGlyphPositions()
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) } as unknown as GlyphRun
  }
}

/** The code points of each cluster, which lasts until the next one in the text. */
function lettersOf(text: string, infos: readonly { cluster: number }[]): Map<number, number[]> {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
  return new Map(
    starts.map((start, index) => [start, Array.from(text.slice(start, starts[index + 1]), (letter) => letter.codePointAt(0) ?? 0)]),
  )
}
