import { createColumnStore } from '#renderer/analysis/rows/column-store.ts';
import { createQueries } from '#renderer/analysis/queries.ts';
import { chunksOfSegment, defineDatabase } from '#renderer/ledger/database.ts';
import { checksum } from '#renderer/ledger/segment/checksum.ts';
import { joinBytes } from '#renderer/ledger/bytes.ts';
import { decodeSegment } from '#renderer/ledger/segment/decode.ts';
import { openLedger } from '#renderer/ledger/ledger.ts';
import { EVERYTHING } from '#shared/selection/selection.ts';
import { startBench } from '../browser/bench-worker.ts';
import { ACCOUNT } from './account.ts';
startBench<{mode:string}, any>(async ({ mode }) => {
  const t0 = performance.now();
  if (mode === 'open') {
    const marks: any = { script: t0 };
    const l = await openLedger(ACCOUNT, { onCommitted(){}, onNoted(){}, onOwnershipLost(){}, onLedgerLost(){} });
    marks.open = performance.now() - t0;
    const q = createQueries(l.store);
    let t = performance.now(); q.facts(); marks.facts = performance.now() - t;
    t = performance.now(); q.totals({ ...EVERYTHING, dashboardPreset: true }, ['Ventas','Rentabilidad Marketplace','Rentabilidad Comercial','Rentabilidad Total']); marks.totals = performance.now() - t;
    marks.all = performance.now();
    l.close(); return marks;
  }
  const database = defineDatabase(ACCOUNT); await database.open();
  if (mode.startsWith('read')) {
    const records = await database.segments.toArray();
    const { port1, port2 } = new MessageChannel(); let busy = 0; let last = performance.now(); let going = true;
    port2.onmessage = () => { const n = performance.now(); if (n - last > 0.5) busy += n - last; last = n; if (going) port1.postMessage(null); };
    port1.postMessage(null);
    const begin = performance.now();
    if (mode.startsWith('readA')) {
      const n = Number(mode.slice(5)); const asked: Promise<any>[] = [];
      const ask = (i: number) => { const r = records[i]; if (r) asked[i] = chunksOfSegment(database, r.id).toArray(); };
      for (let i = 0; i < n; i++) ask(i);
      for (let i = 0; i < records.length; i++) { await asked[i]; delete asked[i]; ask(i + n); }
    } else if (mode.startsWith('readT')) {
      // one transaction, raw
      const n = Number(mode.slice(5));
      const tx = database.backendDB().transaction('segmentChunks', 'readonly'); const st = tx.objectStore('segmentChunks');
      let next = 0;
      await new Promise<void>((done, fail) => {
        let open = 0;
        const ask = () => { const r = records[next]; if (!r) { if (open === 0) done(); return; } next += 1; open += 1;
          const q = st.getAll(IDBKeyRange.bound([r.id, 0], [r.id, Infinity])); q.onsuccess = () => { open -= 1; ask(); }; q.onerror = fail; };
        for (let i = 0; i < n; i++) ask();
      });
    } else if (mode.startsWith('readC')) {
      // small getAlls: so many chunks each, several in flight
      const n = Number(mode.slice(5));
      const tx = database.backendDB().transaction('segmentChunks', 'readonly'); const st = tx.objectStore('segmentChunks');
      const parts: [number, number][] = []; for (const r of records) for (let c = 0; c < r.chunks; c += n) parts.push([r.id, c]);
      let next = 0;
      await new Promise<void>((done, fail) => {
        let open = 0;
        const ask = () => { const part = parts[next]; if (!part) { if (open === 0) done(); return; } next += 1; open += 1;
          const q = st.getAll(IDBKeyRange.bound([part[0], part[1]], [part[0], part[1] + n], false, true)); q.onsuccess = () => { open -= 1; ask(); }; q.onerror = fail; };
        for (let i = 0; i < 4; i++) ask();
      });
    }
    const all = performance.now() - begin; going = false; database.close(); return { all, busy };
  }
  const p: any = { read: 0, join: 0, sum: 0, decode: 0, add: 0 };
  const store = createColumnStore();
  const records = await database.segments.toArray();
  for (const r of records) {
    let t = performance.now(); const tick = (k: string) => { const n = performance.now(); p[k] += n - t; t = n; };
    const chunks = await chunksOfSegment(database, r.id).toArray(); tick('read');
    const bytes = joinBytes(chunks.map((c) => c.bytes)); tick('join');
    checksum(bytes); tick('sum');
    const s = decodeSegment(bytes, r.headerLength); tick('decode');
    store.addSegment(r.id, s, null); tick('add');
  }
  database.close();
  p.all = performance.now() - t0; return p;
});
