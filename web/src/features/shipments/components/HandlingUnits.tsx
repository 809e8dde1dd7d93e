import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EMPTY_VALUE, formatNumber, humanize } from '../../../ui/format';
import { Dimmed, LoadingSkeleton, Section } from '../../../ui/layout';
import { shipmentQueries } from '../api/shipments';

/** The commodity lines of the bill of lading. */
export function HandlingUnits({ shipment }: { shipment: Schemas['Freight'] }) {
  const bol = useQuery(shipmentQueries.bol(useSession(), shipment));
  return (
    <Section title="Freight">
      <ErrorNote error={bol.error} />
      {bol.isPending && <LoadingSkeleton lines={2} />}
      {bol.data && (
        <>
          <DataTable
            bare
            label="Freight"
            rows={bol.data.items}
            getKey={(item) => bol.data.items.indexOf(item)}
            columns={[
              {
                label: 'Commodity',
                render: ({ hazmat_description, description }) => hazmat_description ?? description,
              },
              {
                label: 'Qty',
                render: ({ handling_units, handling_unit_type }) =>
                  `${handling_units} × ${humanize(handling_unit_type)}`,
              },
              { label: 'Class', render: ({ freight_class }) => freight_class },
              { label: 'NMFC', render: ({ nmfc_code }) => nmfc_code ?? EMPTY_VALUE },
              {
                label: 'Dimensions (in)',
                alignRight: true,
                render: ({ length, width, height }) => `${length} × ${width} × ${height}`,
              },
              { label: 'Weight (lb)', alignRight: true, render: ({ weight }) => formatNumber(weight) },
            ]}
          />
          {bol.data.accessorials.length > 0 && (
            <Dimmed>Accessorials: {bol.data.accessorials.map(({ label }) => label).join(', ')}</Dimmed>
          )}
        </>
      )}
    </Section>
  );
}
