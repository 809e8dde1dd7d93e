import type { Schemas } from '@lading/sdk';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ChargeTable } from '../../../ui/ChargeTable';
import { FREIGHT_CLASSES } from '../../../ui/choices';
import { pluralize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';

const FIELDS: FormField[] = [
  { name: 'origin.zip', label: 'From ZIP', required: true, width: 2 },
  { name: 'origin.city', label: 'From city', width: 3 },
  { name: 'origin.state', label: 'State', width: 1 },
  { name: 'destination.zip', label: 'To ZIP', required: true, width: 2 },
  { name: 'destination.city', label: 'To city', width: 3 },
  { name: 'destination.state', label: 'State', width: 1 },
  { name: 'item.weight', label: 'Weight (lb)', kind: 'number', width: 2 },
  { name: 'item.freight_class', label: 'Class', kind: 'choice', choices: FREIGHT_CLASSES, width: 2 },
  { name: 'item.height', label: 'Height (in)', kind: 'number', width: 2 },
];
const PALLET_INCHES = { length: 48, width: 40, height: 48 };

interface RateRequest {
  item?: object;
  origin?: object;
  destination?: object;
}

/** Rates one standard pallet by the tariff, without creating a quote. */
export function RateCalculator({ tariff }: { tariff: Schemas['Tariff'] }) {
  const rate = useApiMutation((lading, { item, ...places }: RateRequest) =>
    lading.tariffs.rate(tariff.id, {
      ...places,
      items: [{ ...PALLET_INCHES, ...item }],
    } as Schemas['CreateQuotes']),
  );
  return (
    <Section title="Calculate a rate">
      <Stack>
        <RecordForm
          fields={FIELDS}
          record={{ item: { height: PALLET_INCHES.height } }}
          submitLabel="Calculate"
          submit={(request: RateRequest) => rate.mutateAsync(request)}
        />
        {rate.data && (
          <>
            <Dimmed>Transit time: {pluralize(rate.data.transit_days, 'business day')}</Dimmed>
            <ChargeTable
              label="Rate"
              charges={rate.data.charges}
              total={rate.data.net_charge_cents}
              currency={rate.data.currency}
            />
          </>
        )}
      </Stack>
    </Section>
  );
}
