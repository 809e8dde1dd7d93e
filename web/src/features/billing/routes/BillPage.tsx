import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EMPTY_VALUE, formatDate, formatMoney } from '../../../ui/format';
import {
  DescriptionList,
  Dimmed,
  LoadingSkeleton,
  PageHeader,
  Section,
  Stack,
  TwoColumns,
} from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { BILL_KINDS, billQueries, needsDecision } from '../api/bills';
import { BillActions } from '../components/BillActions';
import { BillLines } from '../components/BillLines';
import { ChargeComparison } from '../components/ChargeComparison';

const route = getRouteApi('/app/bills/$id');

export default function BillPage() {
  const { id } = route.useParams();
  const bill = useQuery(billQueries.detail(useSession(), id));
  if (bill.error) return <ErrorNote error={bill.error} />;
  if (!bill.data) return <LoadingSkeleton />;
  const { data } = bill;
  return (
    <>
      <PageHeader title={`Bill ${data.bill_number}`} beside={<StatusBadge status={data.status} />}>
        <BillActions bill={data} />
      </PageHeader>
      <TwoColumns>
        <Stack>
          <Section title="Quote vs. bill">
            {data.comparison.length > 0 ? (
              <ChargeComparison bill={data} />
            ) : (
              <Dimmed>
                {data.freight_id === null
                  ? 'No shipment matches this bill, so there is no quote to compare it with.'
                  : data.reason}
              </Dimmed>
            )}
          </Section>
          <BillLines bill={data} />
        </Stack>
        <Section title="Bill">
          <DescriptionList
            items={[
              ['Type', BILL_KINDS[data.kind]],
              ['Carrier', data.carrier],
              ['PRO', data.pro_number],
              ['Date', formatDate(data.bill_date)],
              [
                'Shipment',
                data.freight_id && (
                  <Link key="shipment" to="/shipments/$id" params={{ id: data.freight_id }}>
                    {data.freight_id}
                  </Link>
                ),
              ],
              ['Quoted', formatMoney(data.quoted_cents, data.currency)],
              ['Taxes', data.tax_cents ? formatMoney(data.tax_cents, data.currency) : EMPTY_VALUE],
              ['Billed', formatMoney(data.total_cents, data.currency)],
              ['Difference', formatMoney(data.difference_cents, data.currency)],
              ['Disputed amount', formatMoney(data.disputed_cents, data.currency)],
              ['Credit', data.credit_cents ? formatMoney(data.credit_cents, data.currency) : EMPTY_VALUE],
              [
                needsDecision(data) && data.freight_id !== null ? 'Payable if approved' : 'Payable',
                formatMoney(data.payable_cents, data.currency),
              ],
              ['Reason', data.reason],
              ['Audit findings', data.reasons.join(', ')],
              ['Note', data.note],
            ]}
          />
        </Section>
      </TwoColumns>
    </>
  );
}
