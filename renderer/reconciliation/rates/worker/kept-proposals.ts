import { scramble } from '#renderer/data/engine/columns/text-dictionary.ts';
import { areSameItems } from '#shared/base/same-items.ts';
import type { ChargeRows } from './charge-rows.ts';
import type { LookedAtParts } from './part-walk.ts';
import { type Proposal, proposeFormulas, type Rooms } from './propose-formulas.ts';

/**
 * What samples of rows proposed, by their rows: a row never changes, so that the same ones propose the same again. Those of groups
 * that were passed over are not kept: where a row of theirs changes, their sample is nearly always another one.
 */

export type KeptProposals = {
  /** By a hash of the rows' numbers: of all samples that were asked for. */
  readonly bySample: ReadonlyMap<number, readonly KeptProposal[]>;
  /** By the codes of a group without a rule. */
  readonly parts: ReadonlyMap<string, LookedAtParts>;
};

type KeptProposal = {
  readonly rows: Uint32Array;
  readonly proposals: readonly Proposal[];
};

export type Proposer = {
  /** Formulas for rows at these places, which are in the order of their days. */
  readonly propose: (places: readonly number[]) => {
    readonly proposals: readonly Proposal[];
    readonly wasKnown: boolean;
  };
  /** All that were asked for. */
  readonly bySample: KeptProposals['bySample'];
};

/** @param before of the same kind of charge of the same store, at the same scale */
export function createProposer(rows: ChargeRows, before: KeptProposals['bySample'] | undefined): Proposer {
  const bySample = new Map<number, KeptProposal[]>();
  const rooms: Rooms = new Map();
  return {
    bySample,
    propose(places) {
      const sample = new Uint32Array(places.length);
      let hash = 0;
      for (let at = 0; at < sample.length; at += 1) {
        const row = rows.row[places[at] ?? 0] ?? 0;
        sample[at] = row;
        hash = scramble(Math.imul(hash, 31) ^ row);
      }
      const asked = bySample.get(hash) ?? [];
      const own = find(asked, sample);
      if (own !== undefined) return { proposals: own.proposals, wasKnown: true };
      const known = find(before?.get(hash), sample);
      const one = known ?? { rows: sample, proposals: proposeFormulas(rows, places, rooms) };
      asked.push(one);
      bySample.set(hash, asked);
      return { proposals: one.proposals, wasKnown: known !== undefined };
    },
  };
}

function find(among: readonly KeptProposal[] = [], sample: Uint32Array): KeptProposal | undefined {
  return among.find(({ rows }) => areSameItems(rows, sample));
}
