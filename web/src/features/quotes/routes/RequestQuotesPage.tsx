import { LadingError } from '@lading/sdk';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { DIMENSION_UNITS, WEIGHT_UNITS } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, PageHeader, Section, Stack } from '../../../ui/layout';
import { toFieldErrors } from '../../../ui/RecordForm';
import styles from '../../../ui/ui.module.css';
import { customerQueries } from '../../directory/api/customers';
import {
  buildQuoteBody,
  EMPTY_ITEM,
  EMPTY_REQUEST,
  readQuoteRequest,
  storeQuoteRequest,
  type QuoteRequest,
} from '../api/quote-request';
import { AccessorialFields } from '../components/AccessorialFields';
import { CarrierResults, type CarrierResult } from '../components/CarrierResults';
import { ItemFields } from '../components/ItemFields';
import { PlaceFields } from '../components/PlaceFields';
import quoteStyles from '../components/quotes.module.css';

const route = getRouteApi('/app/ship');

/** Requests quotes from all carriers. `again` in the address bar prefills the form with an earlier request. */
export default function RequestQuotesPage() {
  const { again } = route.useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const form = useForm<QuoteRequest>({
    initialValues: readQuoteRequest(again)?.request ?? EMPTY_REQUEST,
  });
  const requestQuotes = useApiMutation(
    (lading, request: QuoteRequest) => lading.quotes.create(buildQuoteBody(request)),
    {
      invalidates: ['quotes'],
      onSuccess({ quote_group_id: group, carrier_results: results }) {
        storeQuoteRequest(group, { request: form.getValues(), results });
        void navigate({ to: '/ship/$group', params: { group } });
      },
    },
  );
  const submit = (request: QuoteRequest) =>
    requestQuotes.mutate(request, { onError: (error) => form.setErrors(renameMoneyField(error)) });
  const customers = useQuery({
    ...customerQueries.choices(session),
    enabled: session.hasScope('customers.read'),
  });

  return (
    <>
      <PageHeader title="New quote" />
      <form noValidate className={styles.stack} onSubmit={form.onSubmit(submit)}>
        <Section>
          <div className={quoteStyles.sides}>
            <PlaceFields title="From" side="origin" form={form} />
            <PlaceFields title="To" side="destination" form={form} />
          </div>
        </Section>
        <Section
          title="Freight"
          actions={
            <Button variant="default" onClick={() => form.insertListItem('items', EMPTY_ITEM)}>
              Add item
            </Button>
          }
        >
          <Stack>
            <div className={styles.fields}>
              <NativeSelect
                label="Weight unit"
                name="weight_unit"
                data={WEIGHT_UNITS}
                style={{ gridColumn: 'span 2' }}
                {...form.getInputProps('weight_unit')}
              />
              <NativeSelect
                label="Dimension unit"
                name="dimension_unit"
                data={DIMENSION_UNITS}
                style={{ gridColumn: 'span 2' }}
                {...form.getInputProps('dimension_unit')}
              />
            </div>
            {form.getValues().items.map((_, index) => (
              <ItemFields key={index} index={index} form={form} />
            ))}
          </Stack>
        </Section>
        <Section title="Accessorials">
          <AccessorialFields form={form} />
        </Section>
        <Section title="Pickup, value & customer">
          <div className={styles.fields}>
            <TextInput
              label="Pickup date"
              name="ship_date"
              type="date"
              description="Defaults to the next business day"
              style={{ gridColumn: 'span 2' }}
              {...form.getInputProps('ship_date')}
            />
            <TextInput
              label="Declared value"
              name="declared_value"
              description="For carrier liability, usually at an extra charge"
              leftSection="$"
              inputMode="decimal"
              style={{ gridColumn: 'span 2' }}
              {...form.getInputProps('declared_value')}
            />
            <NativeSelect
              label="Customer"
              name="customer_id"
              description="Adds this customer's markup to the prices"
              data={[
                { value: '', label: '–' },
                ...(customers.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              style={{ gridColumn: 'span 2' }}
              {...form.getInputProps('customer_id')}
            />
          </div>
        </Section>
        <ErrorNote error={requestQuotes.error} />
        <CarrierResults results={getCarrierResults(requestQuotes.error)} />
        <div className={styles.actions}>
          <Button type="submit" size="sm" loading={requestQuotes.isPending}>
            Get quotes
          </Button>
          <Button variant="default" size="sm" onClick={() => form.setValues(EMPTY_REQUEST)}>
            Clear form
          </Button>
        </div>
        {requestQuotes.isPending && (
          <div role="status">
            <Dimmed>
              Requesting rates from all carriers. Lading skips carriers that don't respond in time.
            </Dimmed>
          </div>
        )}
      </form>
    </>
  );
}

/** The form has dollars where the API has cents. */
function renameMoneyField(error: unknown): Record<string, string | undefined> {
  const { declared_value_cents, ...errors } = toFieldErrors(error);
  return { ...errors, declared_value: declared_value_cents };
}

/** Returns why each carrier has no rate if the request failed because none has one. */
function getCarrierResults(error: unknown): CarrierResult[] {
  if (!(error instanceof LadingError)) return [];
  return (error.details as { carrier_results?: CarrierResult[] } | undefined)?.carrier_results ?? [];
}
