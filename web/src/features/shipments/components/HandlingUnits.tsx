import type { Schemas } from '@lading/sdk';
import { useApiQuery } from '../../../session/api-hooks';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EMPTY_VALUE, humanize } from '../../../ui/format';
import { Dimmed, Section, LoadingSkeleton } from '../../../ui/layout';

/** The lines of the bill of lading. */
export function HandlingUnits({ shipment }: { shipment: Schemas['Freight'] }) {
  const bol = useApiQuery(['freight', shipment.id, 'bol', shipment.updated_at], (lading) =>
    lading.freight.bol(shipment.id),
  );
  return (
    <Section title="Units">
      {bol.error && <ErrorNote error={bol.error} />}
      {!bol.data && !bol.error && <LoadingSkeleton lines={2} />}
      {bol.data && (
        <>
          <DataTable
            bare
            label="Units"
            rows={bol.data.items}
            getKey={(item) => bol.data.items.indexOf(item)}
            columns={[
              { label: 'Description', render: (item) => item.hazmat_description ?? item.description },
              {
                label: 'Units',
                render: (item) => `${item.handling_units} × ${humanize(item.handling_unit_type)}`,
              },
              { label: 'Class', render: (item) => item.freight_class },
              { label: 'NMFC', render: (item) => item.nmfc_code ?? EMPTY_VALUE },
              {
                label: 'Sides, in',
                alignRight: true,
                render: (item) => `${item.length} × ${item.width} × ${item.height}`,
              },
              {
                label: 'Weight, lb',
                alignRight: true,
                render: (item) => item.weight.toLocaleString('en-US'),
              },
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
