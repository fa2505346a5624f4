/** What an evidence came to. */
export type EvidenceSum = readonly [number, number, number, number];

/**
 * The evidence of many rows, added up one by one in any order: a sum of hashes of texts, modulo 2^128. Rows that come again
 * in another segment, or at another place, give the same sum; one that is missing, added or another gives another.
 */
export function createEvidence(begin: EvidenceSum = [0, 0, 0, 0]): {
  readonly add: (text: string) => void;
  /** All that another one was told, as one. */
  readonly addSum: (sum: EvidenceSum) => void;
  /** Takes that off again. */
  readonly takeSum: (sum: EvidenceSum) => void;
  readonly sum: () => EvidenceSum;
  readonly value: () => string;
} {
  let [a, b, c, d] = begin;
  return {
    add(text) {
      // Four multiplicative hashes that feed each other (cyrb128): nobody makes rows to deceive it.
      let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762];
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        h1 = h2 ^ Math.imul(h1 ^ unit, 597399067);
        h2 = h3 ^ Math.imul(h2 ^ unit, 2869860233);
        h3 = h4 ^ Math.imul(h3 ^ unit, 951274213);
        h4 = h1 ^ Math.imul(h4 ^ unit, 2716044179);
      }
      h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
      h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
      h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
      h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
      a = (a + (h1 ^ h2 ^ h3 ^ h4)) >>> 0;
      b = (b + h2) >>> 0;
      c = (c + h3) >>> 0;
      d = (d + h4) >>> 0;
    },
    addSum([other, second, third, fourth]) {
      a = (a + other) >>> 0;
      b = (b + second) >>> 0;
      c = (c + third) >>> 0;
      d = (d + fourth) >>> 0;
    },
    takeSum([other, second, third, fourth]) {
      a = (a - other) >>> 0;
      b = (b - second) >>> 0;
      c = (c - third) >>> 0;
      d = (d - fourth) >>> 0;
    },
    sum: () => [a, b, c, d],
    value: () => [a, b, c, d].map((lane) => lane.toString(16).padStart(8, '0')).join(''),
  };
}

/** A hash of one text, as short as an evidence. */
export function hashOfText(text: string): string {
  const evidence = createEvidence();
  evidence.add(text);
  return evidence.value();
}
