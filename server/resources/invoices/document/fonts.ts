import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import { covers, type FontFile, fontFiles, type Weight } from './font-files.ts'
import { shapeByHarfBuzz } from './shape.ts'
import { unpackWoff } from './woff.ts'

/** A font in one weight. */
export interface Face {
  id: string
  font: Font
}

const loaded = new Map<string, Promise<Face>>()

/** Loads a font in one weight, once per process. */
function load(file: FontFile, weight: Weight): Promise<Face> {
  const id = `${file.id}-${weight}`
  let face = loaded.get(id)
  if (face === undefined) {
    face = read(file, weight).then((font) => ({ id, font }))
    // A failed read may succeed next time.
    face.catch(() => loaded.delete(id))
    loaded.set(id, face)
  }
  return face
}

async function read(file: FontFile, weight: Weight): Promise<Font> {
  const bytes = await readFile(file.file(weight))
  const sfnt = file.isVariable ? await instance(bytes, file, weight) : unpackWoff(bytes)
  const font = create(sfnt)
  if (!('layout' in font)) throw new Error(`${file.id} is a collection of fonts`)
  shapeByHarfBuzz(font, sfnt)
  return font
}

/** Instantiates a variable font because the embedder can't handle those. The library is large, so it is loaded on demand. */
async function instance(bytes: Buffer, { ranges }: FontFile, weight: Weight): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
  // Not in the types yet. Include the space, so that words of a script stay one run.
  const options = { targetFormat: 'sfnt' as const, variationAxes: { wght: weight } }
  return subsetFont(bytes, ` ${all.join('')}`, options)
}

/** The fonts for a document's characters. */
export class FontSet {
  private constructor(
    private readonly faces: ReadonlyMap<Weight, ReadonlyMap<number, Face>>,
    /** What no font has. */
    readonly missing: ReadonlySet<number>,
  ) {}

  /** Loads what the texts need in each weight. */
  static async for(texts: readonly string[], isJapanese: boolean): Promise<FontSet> {
    const needed = new Set(Array.from(` ${texts.join('')}`, (character) => character.codePointAt(0) ?? 0))
    const files = fontFiles(isJapanese)
    const faces = new Map<Weight, Map<number, Face>>()
    const missing = new Set<number>()
    for (const weight of [400, 700] as const) {
      const byCharacter = new Map<number, Face>()
      for (const codePoint of needed) {
        const face = await firstWith(files, codePoint, weight)
        if (face) byCharacter.set(codePoint, face)
        else missing.add(codePoint)
      }
      faces.set(weight, byCharacter)
    }
    return new FontSet(faces, missing)
  }

  /** The font of a character; null if none has it. */
  faceOf(codePoint: number, weight: Weight): Face | null {
    return this.faces.get(weight)?.get(codePoint) ?? null
  }
}

async function firstWith(files: readonly FontFile[], codePoint: number, weight: Weight): Promise<Face | null> {
  for (const file of files) {
    if (!covers(file, codePoint)) continue
    const face = await load(file, weight)
    if (face.font.hasGlyphForCodePoint(codePoint)) return face
  }
  return null
}
