/**
 * Film grain for the photographs. A rendering has no grain, and an encoder at our qualities would remove it.
 * AV1 lets the decoder add grain instead: a few bytes in the picture's header describe it. sharp cannot write
 * them, so this module inserts them into its files.
 *
 * The section numbers are those of the AV1 specification (aomediacodec.github.io/av1-spec). Elements are read
 * in its order. Those that sharp's pictures do not use end with an error.
 */

/** Strength by brightness, both from 0 to 255: less in black and in white, as on film. */
const strengths: [brightness: number, strength: number][] = [
  [0, 12],
  [64, 40],
  [160, 46],
  [255, 18],
];
/**
 * What a pixel's grain takes over from that of its neighbours, in 128ths: two rows above, and two pixels before
 * it. Makes grain of 1.5 pixels without a direction. Fewer neighbours give it the look of woven cloth.
 */
const neighbours = [
  [-8, 20, -32, 0, 0],
  [20, -50, 80, 0, 0],
  [-32, 80],
].flat();

/**
 * The same AVIF with film grain, 25 bytes longer.
 * @throws if the file is not a single still picture in 4:4:4, as sharp writes it by default.
 */
export function withFilmGrain(avif: Buffer): Buffer {
  const { start, lengthAt } = locatePicture(avif);
  let sequence: Sequence | undefined;
  const picture = unitsOf(avif.subarray(start)).map(({ type, header, body }) => {
    if (type === unitTypes.sequence) {
      sequence = readSequence(body);
      return unit(header, withBitSet(body, sequence.grainBit));
    }
    if (type !== unitTypes.frame) return unit(header, body);
    if (!sequence) throw new Error("The picture has no sequence header.");
    return unit(header, withGrainParameters(body, endOfFrameHeader(body, sequence)));
  });
  const grained = Buffer.concat([avif.subarray(0, start), ...picture]);
  grained.writeUInt32BE(grained.length - start, lengthAt);
  grained.writeUInt32BE(grained.length - start + 8, start - 8);
  return grained;
}

/** Finds the picture by the file's `iloc` box. It must be the whole of the last box, `mdat`. */
function locatePicture(avif: Buffer) {
  const iloc = avif.indexOf("iloc");
  const sizesOfOffsetAndLength = avif[iloc + 8];
  const items = avif.readUInt16BE(iloc + 10);
  const start = avif.readUInt32BE(iloc + 16) + avif.readUInt32BE(iloc + 22);
  const lengthAt = iloc + 26;
  const length = avif.readUInt32BE(lengthAt);
  const isLast =
    start + length === avif.length && avif.toString("latin1", start - 4, start) === "mdat";
  if (iloc < 0 || sizesOfOffsetAndLength !== 0x44 || items !== 1 || !isLast)
    throw new Error("The AVIF file must contain one picture, at its end.");
  return { start, lengthAt };
}

/** §6.2.2 */
const unitTypes = { sequence: 1, frame: 6 };

/** The open bitstream units (§5.3) of a picture. Their size is a little-endian base-128 number. */
function unitsOf(picture: Buffer) {
  const units = [];
  for (let at = 0; at < picture.length; ) {
    const header = picture[at++] ?? 0;
    let size = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = picture[at++] ?? 0;
      size |= (byte & 127) << shift;
      more = byte > 127;
    }
    units.push({ type: (header >> 3) & 15, header, body: picture.subarray(at, at + size) });
    at += size;
  }
  return units;
}

function unit(header: number, body: Buffer): Buffer {
  const start = [header];
  let size = body.length;
  for (; size > 127; size >>= 7) start.push((size & 127) | 128);
  return Buffer.concat([Buffer.from([...start, size]), body]);
}

type Sequence = ReturnType<typeof readSequence>;

/** §5.5.1, and §5.5.2 for the colours */
function readSequence(body: Buffer) {
  const bits = new BitReader(body);
  const profile = bits.read(3);
  bits.skip(1); // still_picture
  const isReduced = bits.flag();
  if (profile !== 1 || !isReduced)
    throw new Error("The AVIF file must be a still picture in 4:4:4.");
  bits.skip(5); // seq_level_idx
  const widthBits = bits.read(4) + 1;
  const heightBits = bits.read(4) + 1;
  const width = bits.read(widthBits) + 1;
  const height = bits.read(heightBits) + 1;
  const blockSize = bits.flag() ? 128 : 64;
  bits.skip(2); // enable_filter_intra, enable_intra_edge_filter
  const hasSuperres = bits.flag();
  const hasCdef = bits.flag();
  const hasRestoration = bits.flag();
  bits.skip(1); // high_bitdepth
  if (bits.flag()) bits.skip(24); // color_description_present_flag
  bits.skip(1); // color_range
  const hasSeparateDeltas = bits.flag(); // separate_uv_delta_q
  return {
    width,
    height,
    blockSize,
    hasSuperres,
    hasCdef,
    hasRestoration,
    hasSeparateDeltas,
    grainBit: bits.position, // film_grain_params_present
  };
}

/** The position in bits where the film grain's parameters belong: they end the header of a frame (§5.9.2). */
function endOfFrameHeader(body: Buffer, sequence: Sequence): number {
  const bits = new BitReader(body);
  bits.skip(1); // disable_cdf_update
  const allowsScreenContent = bits.flag();
  if (allowsScreenContent) bits.skip(1); // force_integer_mv
  if (sequence.hasSuperres) refuse(bits.flag(), "superres");
  if (bits.flag()) bits.skip(32); // render_and_frame_size_different
  const copiesBlocks = allowsScreenContent && bits.flag(); // allow_intrabc
  skipTiles(bits, sequence);

  const baseQuantizer = bits.read(8); // §5.9.12
  refuse(baseQuantizer === 0, "lossless coding");
  skipDelta(bits);
  const deltasDiffer = sequence.hasSeparateDeltas && bits.flag();
  for (let i = deltasDiffer ? 4 : 2; i > 0; i--) skipDelta(bits);
  if (bits.flag()) bits.skip(sequence.hasSeparateDeltas ? 12 : 8); // using_qmatrix

  const segments = bits.flag() ? 8 : 0; // §5.9.14
  for (let i = 0; i < segments; i++)
    for (const size of [9, 7, 7, 7, 7, 3, 0, 0]) if (bits.flag()) bits.skip(size);

  const hasDeltas = bits.flag(); // §5.9.17
  if (hasDeltas) bits.skip(2);
  if (hasDeltas && !copiesBlocks && bits.flag()) bits.skip(3); // §5.9.18
  if (!copiesBlocks) skipFilters(bits, sequence);
  bits.skip(2); // tx_mode_select, reduced_tx_set
  return bits.position;
}

/** §5.9.11, §5.9.19 and §5.9.20 */
function skipFilters(bits: BitReader, { hasCdef, hasRestoration, blockSize }: Sequence): void {
  const levels = bits.read(12);
  if (levels > 0) bits.skip(12);
  bits.skip(3); // loop_filter_sharpness
  const updatesDeltas = bits.flag() && bits.flag();
  for (let i = updatesDeltas ? 10 : 0; i > 0; i--) skipDelta(bits);
  if (hasCdef) {
    bits.skip(2); // cdef_damping_minus_3
    const count = 2 ** bits.read(2);
    bits.skip(12 * count);
  }
  const isRestored = hasRestoration && bits.read(6) > 0;
  if (isRestored && bits.flag() && blockSize === 64) bits.skip(1);
}

const skipDelta = (bits: BitReader) => bits.flag() && bits.skip(7);

/** §5.9.15 */
function skipTiles(bits: BitReader, { width, height, blockSize }: Sequence): void {
  const columns = Math.ceil(width / blockSize);
  const rows = Math.ceil(height / blockSize);
  const log2 = (value: number) => Math.max(0, Math.ceil(Math.log2(value)));
  const leastColumns = log2((columns * blockSize) / 4096);
  const least = Math.max(leastColumns, log2((rows * columns * blockSize ** 2) / (4096 * 2304)));
  refuse(!bits.flag(), "tiles of different sizes");
  let log2Columns = leastColumns;
  while (log2Columns < log2(Math.min(columns, 64)) && bits.flag()) log2Columns++;
  let log2Rows = Math.max(0, least - log2Columns);
  while (log2Rows < log2(Math.min(rows, 64)) && bits.flag()) log2Rows++;
  if (log2Columns + log2Rows > 0) bits.skip(log2Columns + log2Rows + 2);
}

/** §5.9.30: grain in the brightness only. */
function withGrainParameters(body: Buffer, position: number): Buffer {
  const seed = 1847;
  const parameters = [
    [1, 1], // apply_grain
    [seed, 16],
    [strengths.length, 4],
    ...strengths.flatMap(([brightness, strength]) => [
      [brightness, 8],
      [strength, 8],
    ]),
    [0, 9], // no grain in the colours
    [2, 2], // grain_scaling_minus_8
    [2, 2], // ar_coeff_lag
    ...neighbours.map((share) => [share + 128, 8]),
    [1, 2], // ar_coeff_shift_minus_6: shares are in 128ths
    [0, 2], // grain_scale_shift
    [0, 1], // overlap_flag: blocks blended at their edges show as a grid
    [0, 1], // clip_to_restricted_range
  ] as const;
  const added = parameters.map(([value, size]) => value.toString(2).padStart(size, "0")).join("");
  const header = bitsOf(body).slice(0, position) + added;
  const bytes = header.match(/.{1,8}/g) ?? [];
  return Buffer.concat([
    Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2))),
    body.subarray(Math.ceil(position / 8)), // the tiles begin at a whole byte
  ]);
}

function withBitSet(body: Buffer, position: number): Buffer {
  const changed = Buffer.from(body);
  changed[position >> 3] = (changed[position >> 3] ?? 0) | (128 >> (position & 7));
  return changed;
}

function refuse(isUsed: boolean, what: string): void {
  if (isUsed) throw new Error(`The AVIF file uses ${what}, which withFilmGrain cannot read.`);
}

/** A header's bits as ones and zeros. No header is longer than 256 bytes. */
const bitsOf = (body: Buffer) =>
  [...body.subarray(0, 256)].map((byte) => byte.toString(2).padStart(8, "0")).join("");

class BitReader {
  position = 0;
  readonly #bits: string;
  constructor(body: Buffer) {
    this.#bits = bitsOf(body);
  }
  read(size: number): number {
    this.skip(size);
    return Number.parseInt(this.#bits.slice(this.position - size, this.position), 2);
  }
  flag(): boolean {
    return this.read(1) === 1;
  }
  skip(size: number): void {
    this.position += size;
  }
}
