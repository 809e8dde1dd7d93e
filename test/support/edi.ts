import { writeInterchange, type SegmentValues } from '../../src/platform/x12/interchange-writer.js';

export const EDI_TYPE = 'application/edi-x12';

/** Builds the request that creates a partner. */
export function buildPartner(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Acme Freight',
    scac: 'ACME',
    isa_qualifier: '02',
    isa_id: 'ACME',
    own_isa_qualifier: 'ZZ',
    own_isa_id: 'ACMEMFG',
    ...changes,
  };
}

export interface EdiFile {
  /** ISA13. */
  control: string;
  /** GS01 of the only group. */
  groupId: string;
  /** Each set: ST01, then its segments. */
  sets: [set: string, ...segments: string[][]][];
  isaId: string;
  usage: string;
}

/** Builds a file of the partner that `buildPartner` describes. */
export function buildFile({
  control = '000000001',
  groupId = 'QM',
  sets = [],
  isaId = 'ACME',
  usage = 'P',
}: Partial<EdiFile>): string {
  const header = { functionalId: groupId, sender: 'ACME', receiver: 'ACMEMFG', version: '004010' };
  return writeInterchange({
    header: { senderQualifier: '02', senderId: isaId, receiverQualifier: 'ZZ', receiverId: 'ACMEMFG', usage },
    controlNumber: Number(control),
    createdAt: new Date(),
    groups: [
      {
        header,
        controlNumber: 1,
        sets: sets.map(([set, ...segments], index) => ({
          set,
          controlNumber: index + 1,
          segments: segments as unknown as SegmentValues[],
        })),
      },
    ],
  });
}
