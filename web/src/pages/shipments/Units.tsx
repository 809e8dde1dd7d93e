import type { Schemas } from '@lading/sdk';
import { useRead } from '../../session/data';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { NONE, words } from '../../ui/format';
import { Dimmed, Section, Waiting } from '../../ui/parts';

/** The lines of the bill of lading. */
export function Units({ of }: { of: Schemas['Freight'] }) {
  const bol = useRead(['freight', of.id, 'bol', of.updated_at], (lading) => lading.freight.bol(of.id));
  return (
    <Section title="Units">
      {bol.error && <ErrorNote error={bol.error} />}
      {!bol.data && !bol.error && <Waiting lines={2} />}
      {bol.data && (
        <>
          <DataTable
            bare
            label="Units"
            rows={bol.data.items}
            keyOf={(item) => bol.data.items.indexOf(item)}
            columns={[
              { label: 'Description', show: (item) => item.hazmat_description ?? item.description },
              {
                label: 'Units',
                show: (item) => `${item.handling_units} × ${words(item.handling_unit_type)}`,
              },
              { label: 'Class', show: (item) => item.freight_class },
              { label: 'NMFC', show: (item) => item.nmfc_code ?? NONE },
              {
                label: 'Sides, in',
                right: true,
                show: (item) => `${item.length} × ${item.width} × ${item.height}`,
              },
              { label: 'Weight, lb', right: true, show: (item) => item.weight.toLocaleString('en-US') },
            ]}
          />
          {bol.data.accessorials.length > 0 && (
            <Dimmed>With {bol.data.accessorials.map(({ label }) => label).join(', ')}</Dimmed>
          )}
        </>
      )}
    </Section>
  );
}
