import type { Schemas } from '@lading/sdk';
import { NONE, place } from '../../ui/format';
import { Section } from '../../ui/parts';
import styles from './shipment.module.css';

type Shown = { [K in keyof Schemas['Party']]?: string | null };

export function Parties({ of }: { of: Schemas['Freight'] }) {
  return (
    <Section title="Parties">
      <div className={styles.parties}>
        <Party name="Ship from" of={of.origin} />
        <Party name="Ship to" of={of.destination} />
        {of.bill_to?.company && <Party name="Bill to" of={of.bill_to} />}
      </div>
    </Section>
  );
}

function Party({ name, of }: { name: string; of: Shown }) {
  const lines = [of.company || NONE, of.contact, of.address, place(of), of.phone, of.email];
  return (
    <address>
      <h3>{name}</h3>
      {lines.filter(Boolean).map((line, at) => (
        <div key={at}>{line}</div>
      ))}
    </address>
  );
}
