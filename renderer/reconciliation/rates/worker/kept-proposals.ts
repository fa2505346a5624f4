import { scramble } from '#renderer/data/engine/columns/text-dictionary.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import type { ChargeRows } from './charge-rows.ts';
import { type Proposal, proposeFormulas } from './propose-formulas.ts';

/**
 * What samples of rows proposed, by their rows: a row never changes, so that the same ones propose the same again. Guessing is
 * what learning takes most of its time for, and a commit touches few samples.
 */

export type KeptProposals = {
  /** At which amounts were compared. */
  readonly scale: number;
  /** By a hash of the rows' numbers. */
  readonly bySample: ReadonlyMap<number, readonly KeptProposal[]>;
};

type KeptProposal = { readonly rows: Uint32Array; readonly proposals: readonly Proposal[] };

export type Proposer = {
  /** Formulas for rows at these places, which are in the order of their days. */
  readonly propose: (places: readonly number[]) => {
    readonly proposals: readonly Proposal[];
    readonly wasKnown: boolean;
  };
  /** All that were asked for. */
  readonly kept: KeptProposals;
};

/** @param before of the same kind of charge of the same store; what is not asked for again is not kept */
export function createProposer(rows: ChargeRows, before: KeptProposals | null): Proposer {
  const known = before?.scale === rows.scale ? before.bySample : null;
  const bySample = new Map<number, KeptProposal[]>();
  return {
    kept: { scale: rows.scale, bySample },
    propose(places) {
      const sample = new Uint32Array(places.length);
      let hash = 0;
      for (let at = 0; at < sample.length; at += 1) {
        const row = rows.row[places[at] ?? 0] ?? 0;
        sample[at] = row;
        hash = scramble(Math.imul(hash, 31) ^ row);
      }
      const found = find(bySample.get(hash), sample) ?? find(known?.get(hash), sample);
      const one = found ?? { rows: sample, proposals: proposeFormulas(rows, places) };
      const own = bySample.get(hash);
      if (own === undefined) bySample.set(hash, [one]);
      else if (!own.includes(one)) own.push(one);
      return { proposals: one.proposals, wasKnown: found !== undefined };
    },
  };
}

function find(among: readonly KeptProposal[] = [], sample: Uint32Array): KeptProposal | undefined {
  return among.find(({ rows }) => areSameItems(rows, sample));
}
