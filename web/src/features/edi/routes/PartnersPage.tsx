import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable } from '../../../ui/DataTable';
import { FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { EmptyState, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { ediQueries } from '../api/edi';
import { EDI_USAGES, NEW_PARTNER, PARTNER_FIELDS } from '../components/partner-fields';

type Partner = Schemas['EdiPartner'];

const route = getRouteApi('/app/edi/partners');

/** The carriers that exchange EDI documents. */
export default function PartnersPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const [openPartner, setOpenPartner] = useState<Partner | 'new'>();
  const list = useQuery(ediQueries.partners(session, filters.values));
  const actions = session.hasScope('edi.write') && (
    <Button onClick={() => setOpenPartner('new')}>New trading partner</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      <div>
        <FilterBar>
          <TextFilter filters={filters} name="scac" label="Carrier (SCAC)" />
        </FilterBar>
        <PagedTable
          label="Trading partners"
          list={list}
          filters={filters}
          columns={[
            {
              label: 'Partner',
              render: (partner) => (
                <Button variant="transparent" p={0} h="auto" onClick={() => setOpenPartner(partner)}>
                  {partner.name}
                </Button>
              ),
            },
            { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
            { label: 'Partner ID', render: ({ isa_qualifier, isa_id }) => `${isa_qualifier} / ${isa_id}` },
            {
              label: 'Your ID',
              render: ({ own_isa_qualifier, own_isa_id }) => `${own_isa_qualifier} / ${own_isa_id}`,
            },
            {
              label: 'Usage',
              render: ({ usage }) => (
                <StatusBadge
                  text={EDI_USAGES.find(({ value }) => value === usage)?.label}
                  tone={usage === 'P' ? 'good' : 'plain'}
                />
              ),
            },
            { label: 'Documents', render: ({ inbound }) => inbound.join(', ') },
          ]}
          empty={
            <EmptyState title="No trading partners yet" action={actions}>
              A trading partner is a carrier that exchanges X12 documents with you: tenders (204, 211),
              responses (990), shipment statuses (214) and bills (210).
            </EmptyState>
          }
        />
      </div>
      <SidePanel
        title={openPartner && openPartner !== 'new' ? openPartner.name : 'New trading partner'}
        isOpen={openPartner !== undefined}
        close={() => setOpenPartner(undefined)}
      >
        <PartnerForm
          partner={openPartner === 'new' ? undefined : openPartner}
          close={() => setOpenPartner(undefined)}
        />
      </SidePanel>
    </Stack>
  );
}

function PartnerForm({ partner, close }: { partner?: Partner; close: () => void }) {
  const { hasScope } = useSession();
  const save = useApiMutation(
    (lading, body: Schemas['CreateEdiPartner']) =>
      partner ? lading.edi.partners.update(partner.id, body) : lading.edi.partners.create(body),
    { invalidates: ['edi'], successMessage: 'Saved.', onSuccess: close },
  );
  const remove = useApiMutation((lading, id: number) => lading.edi.partners.delete(id), {
    invalidates: ['edi'],
    successMessage: 'Deleted.',
    onSuccess: close,
  });
  return (
    <Stack>
      {partner && (
        <p>
          <Link to="/edi/files" search={{ partner_id: String(partner.id) }}>
            Files
          </Link>
        </p>
      )}
      <RecordForm
        fields={PARTNER_FIELDS}
        record={partner ?? NEW_PARTNER}
        submitLabel="Save"
        submit={(body: Schemas['CreateEdiPartner']) => save.mutateAsync(body)}
        extraActions={
          partner &&
          hasScope('edi.write') && (
            <ConfirmButton
              label="Delete"
              title="Delete this trading partner?"
              danger
              onConfirm={() => remove.mutateAsync(partner.id)}
            >
              You can delete only a partner without files.
            </ConfirmButton>
          )
        }
      />
    </Stack>
  );
}
