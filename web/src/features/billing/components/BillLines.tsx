import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { ChargeTable } from '../../../ui/ChargeTable';
import { DataTable } from '../../../ui/DataTable';
import { formatMoney } from '../../../ui/format';
import { Section } from '../../../ui/layout';
import { billQueries } from '../api/bills';

/** Shows the quote's charges beside the lines of the bill. */
export function BillLines({ bill }: { bill: Schemas['Bill'] }) {
  const { freight_id, lines, currency } = bill;
  const session = useSession();
  const quote = useQuery({
    ...billQueries.quoteOfShipment(session, freight_id!),
    enabled: freight_id !== null,
  });
  return (
    <Section title="Line items">
      <div
        style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(16rem, 1fr))', gap: '1rem' }}
      >
        <div>
          <h3>Quoted</h3>
          {quote.data && (
            <ChargeTable
              label="Quoted"
              charges={quote.data.cost_charges ?? quote.data.charges}
              total={quote.data.cost_cents ?? quote.data.net_charge_cents}
              currency={quote.data.currency}
            />
          )}
        </div>
        <div>
          <h3>Billed</h3>
          <DataTable
            bare
            label="Billed"
            rows={lines}
            getKey={(line) => lines.indexOf(line)}
            columns={[
              { label: 'Charge', render: ({ description, code, type }) => description ?? code ?? type },
              {
                label: 'Amount',
                alignRight: true,
                render: ({ amount_cents }) => formatMoney(amount_cents, currency),
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
