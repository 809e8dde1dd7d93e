import { LadingError } from '@lading/sdk';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderComponent } from '../testing/render';
import type { FormField } from './form-values';
import { RecordForm } from './RecordForm';

const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'phone', label: 'Phone' },
  { name: 'address.city', label: 'City' },
  { name: 'markup.flat_cents', label: 'Flat markup', kind: 'money' },
  { name: 'active', label: 'Active', kind: 'check' },
  {
    name: 'events',
    label: 'Events',
    kind: 'choices',
    choices: [
      { value: 'created', label: 'Created' },
      { value: 'paid', label: 'Paid' },
    ],
  },
];
const RECORD = {
  id: 3,
  name: 'Acme',
  phone: '555-222-6666',
  address: { city: 'Chicago' },
  markup: { flat_cents: 1_250 },
  active: true,
  events: ['paid'],
};

type Submit = (body: object) => Promise<unknown>;

function renderForm(submit: Submit, record?: object) {
  return renderComponent(<RecordForm fields={FIELDS} record={record} submitLabel="Save" submit={submit} />);
}

const valueOf = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

describe('RecordForm', () => {
  it('fills the fields from the record', () => {
    renderForm(async () => {}, RECORD);
    expect([/^Name/, /^Phone/, /^City/, /^Flat markup/].map(valueOf)).toEqual([
      'Acme',
      '555-222-6666',
      'Chicago',
      '12.50',
    ]);
    expect((screen.getByLabelText('Active') as HTMLInputElement).checked).toBe(true);
    expect((screen.getByLabelText('Paid') as HTMLInputElement).checked).toBe(true);
    expect((screen.getByLabelText('Created') as HTMLInputElement).checked).toBe(false);
  });

  it('submits cleared fields as null, emptied groups as null and dollars as cents', async () => {
    const submit = jest.fn<Submit>(async () => {});
    const { user } = renderForm(submit, RECORD);
    await user.clear(screen.getByLabelText(/^Phone/));
    await user.clear(screen.getByLabelText(/^City/));
    await user.clear(screen.getByLabelText(/^Flat markup/));
    await user.type(screen.getByLabelText(/^Flat markup/), '1,600.50');
    await user.click(screen.getByLabelText('Created'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(submit).toHaveBeenCalledWith({
        name: 'Acme',
        phone: null,
        address: null,
        markup: { flat_cents: 160_050 },
        active: true,
        events: ['paid', 'created'],
      }),
    );
  });

  it('leaves fields that were never filled out of a new record', async () => {
    const submit = jest.fn<Submit>(async () => {});
    const { user } = renderForm(submit);
    await user.type(screen.getByLabelText(/^Name/), ' Lakeside ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(submit).toHaveBeenCalledWith({ name: 'Lakeside', active: false, events: [] }));
  });

  it("shows the service's messages at their fields until the field changes", async () => {
    const { user } = renderForm(async () => {
      throw new LadingError('missing_parameter', 'address.city is required.', {
        status: 400,
        details: {
          object: 'error',
          code: 'missing_parameter',
          message: 'address.city is required.',
          param: 'address.city',
          request_id: 'req_1',
        } as never,
      });
    });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const city = screen.getByLabelText(/^City/);
    await waitFor(() => expect(city.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').textContent).toContain('Request ID: req_1');
    await user.type(city, 'Chicago');
    expect(city.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('adds and removes rows, shows an error at the field of its row and the total of all rows', async () => {
    const lines: FormField = {
      name: 'lines',
      label: 'Lines',
      kind: 'rows',
      rowName: 'line',
      rowFields: [{ name: 'amount_cents', label: 'Amount', kind: 'money' }],
    };
    const submit = jest.fn<Submit>(async () => {
      throw new LadingError('invalid_value', 'lines[1].amount_cents is too large.', {
        status: 400,
        details: {
          object: 'error',
          code: 'invalid_value',
          message: 'lines[1].amount_cents is too large.',
          param: 'lines[1].amount_cents',
          request_id: 'req_1',
        } as never,
      });
    });
    const { user } = renderComponent(
      <RecordForm
        fields={[lines]}
        submitLabel="Save"
        submit={submit}
        renderSummary={(values) => <p>{(values.lines as unknown[]).length} in total</p>}
      />,
    );
    for (const amount of ['1.00', '2.00', '3.00']) {
      await user.click(screen.getByRole('button', { name: 'Add line' }));
      await user.type(screen.getAllByLabelText(/^Amount/).at(-1)!, amount);
    }
    await user.click(screen.getByRole('button', { name: 'Remove line 2' }));
    screen.getByText('2 in total');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const invalid = () =>
      screen.getAllByLabelText(/^Amount/).map((input) => input.getAttribute('aria-invalid'));
    await waitFor(() => expect(invalid()[1]).toBe('true'));
    expect(invalid()[0]).not.toBe('true');
    expect(submit).toHaveBeenCalledWith({ lines: [{ amount_cents: 100 }, { amount_cents: 300 }] });
  });
});
