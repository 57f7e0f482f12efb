// Raw deflate (RFC 1951), for browsers without DecompressionStream.
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const codeTable = (lengths) => {
  const count = new Uint16Array(16), symbols = new Uint16Array(lengths.length), offsets = new Uint16Array(16);
  for (const length of lengths) count[length]++;
  count[0] = 0;
  for (let length = 1; length < 16; length++) offsets[length] = offsets[length - 1] + count[length - 1];
  lengths.forEach((length, symbol) => { if (length) symbols[offsets[length]++] = symbol; });
  return { count, symbols };
};
const FIXED_LENGTHS = codeTable(Array.from({ length: 288 }, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
const FIXED_DISTANCES = codeTable(new Array(30).fill(5));

const inflateBytes = (input) => {
  let out = new Uint8Array(Math.max(1024, input.length * 6)), size = 0, at = 0, held = 0, kept = 0;
  const room = (more) => { if (size + more > out.length) { const wider = new Uint8Array((size + more) * 2); wider.set(out.subarray(0, size)); out = wider; } };
  const bits = (count) => {
    while (kept < count) { held |= input[at++] << kept; kept += 8; }
    const value = held & ((1 << count) - 1);
    held >>>= count; kept -= count;
    return value;
  };
  const symbol = ({ count, symbols }) => {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length < 16; length++) {
      code |= bits(1);
      if (code - count[length] < first) return symbols[index + code - first];
      index += count[length]; first = (first + count[length]) << 1; code <<= 1;
    }
    throw new Error("The data of this page are damaged.");
  };
  const dynamic = () => {
    const literals = bits(5) + 257, distances = bits(5) + 1, given = bits(4) + 4, lengths = new Array(19).fill(0);
    for (let i = 0; i < given; i++) lengths[CODE_ORDER[i]] = bits(3);
    const codes = codeTable(lengths), all = [];
    while (all.length < literals + distances) {
      const one = symbol(codes);
      if (one < 16) all.push(one);
      else { const value = one === 16 ? all[all.length - 1] : 0; for (let i = one === 16 ? 3 + bits(2) : one === 17 ? 3 + bits(3) : 11 + bits(7); i > 0; i--) all.push(value); }
    }
    return [codeTable(all.slice(0, literals)), codeTable(all.slice(literals))];
  };
  const copy = (lengths, distances) => {
    for (;;) {
      const one = symbol(lengths);
      if (one === 256) return;
      if (one < 256) { room(1); out[size++] = one; continue; }
      const length = LENGTH_BASE[one - 257] + bits(LENGTH_BITS[one - 257]), far = symbol(distances);
      const back = DISTANCE_BASE[far] + bits(far < 4 ? 0 : (far >> 1) - 1);
      room(length);
      for (let i = 0; i < length; i++, size++) out[size] = out[size - back];
    }
  };
  for (let last = false; !last;) {
    last = Boolean(bits(1));
    const kind = bits(2);
    if (kind === 0) {
      held = 0; kept = 0;
      const length = input[at] | (input[at + 1] << 8);
      at += 4; room(length); out.set(input.subarray(at, at + length), size); at += length; size += length;
    } else if (kind === 1) copy(FIXED_LENGTHS, FIXED_DISTANCES);
    else copy(...dynamic());
  }
  return out.subarray(0, size);
};
