import type { Schemas } from '@lading/sdk';
import { EMPTY_VALUE, formatPlace } from '../../../ui/format';
import { Section } from '../../../ui/layout';
import styles from './shipment.module.css';

type PartyFields = { [K in keyof Schemas['Party']]?: string | null };

export function ShipmentParties({ shipment }: { shipment: Schemas['Freight'] }) {
  return (
    <Section title="Parties">
      <div className={styles.parties}>
        <Party title="Ship from" party={shipment.origin} />
        <Party title="Ship to" party={shipment.destination} />
        {shipment.bill_to?.company && <Party title="Bill to" party={shipment.bill_to} />}
      </div>
    </Section>
  );
}

function Party({ title, party }: { title: string; party: PartyFields }) {
  const lines = [
    party.company || EMPTY_VALUE,
    party.contact,
    party.address,
    formatPlace(party),
    party.phone,
    party.email,
  ];
  return (
    <address>
      <h3>{title}</h3>
      {lines.filter(Boolean).map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </address>
  );
}
