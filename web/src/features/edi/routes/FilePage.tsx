import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { useFilters } from '../../../ui/filters';
import { formatDateTime, formatNumber, humanize } from '../../../ui/format';
import { DescriptionList, Dimmed, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { EDI_WRITES, ediQueries } from '../api/edi';
import { DocumentTable } from '../components/DocumentTable';
import { FileText } from '../components/FileText';

type File = Schemas['EdiInterchange'];

const route = getRouteApi('/app/edi/files/$id');

/** One file with its documents, its fault and its text. */
export default function FilePage() {
  const { id } = route.useParams();
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const file = useQuery(ediQueries.file(session, id));
  const partnerId = file.data?.partner_id;
  const partner = useQuery({ ...ediQueries.partner(session, partnerId!), enabled: partnerId !== undefined });
  const documents = useQuery({
    ...ediQueries.documents(session, { ...filters.values, interchange_id: String(id) }),
    enabled: file.data?.direction === 'inbound',
  });
  if (file.error) return <ErrorNote error={file.error} />;
  if (!file.data) return <LoadingSkeleton />;
  const { data } = file;
  return (
    <Stack>
      <Section title={`File ${id}`} actions={<ReplayButton file={data} />}>
        <DescriptionList
          items={[
            ['Direction', humanize(data.direction)],
            ['Status', <StatusBadge key="status" status={data.status} />],
            ['Partner', partner.data?.name ?? data.partner_id],
            ['Control number', data.control_number],
            ['Size', `${formatNumber(data.size_bytes)} bytes`],
            [
              'Acknowledges',
              data.acknowledges_id && (
                <Link key="acknowledges" to="/edi/files/$id" params={{ id: data.acknowledges_id }}>
                  File {data.acknowledges_id}
                </Link>
              ),
            ],
            ['Time', formatDateTime(data.created_at)],
          ]}
        />
      </Section>
      {data.error && <FileFault fault={data.error} />}
      {data.direction === 'inbound' && (
        <DocumentTable
          label="Documents"
          list={documents}
          filters={filters}
          empty={<Dimmed>No documents were read from this file.</Dimmed>}
        />
      )}
      <FileText file={data} />
    </Stack>
  );
}

/** Processes a quarantined file or unmatched documents again. */
function ReplayButton({ file }: { file: File }) {
  const { hasScope } = useSession();
  const replay = useApiMutation((lading, id: number) => lading.edi.interchanges.replay(id), {
    invalidates: EDI_WRITES,
    successMessage: 'File processed again.',
  });
  const isReplayable =
    file.status === 'quarantined' || file.documents.some(({ status }) => status === 'unmatched');
  if (!isReplayable || !hasScope('edi.write')) return null;
  return (
    <ConfirmButton
      label="Replay"
      title="Process this file again?"
      onConfirm={() => replay.mutateAsync(file.id)}
    >
      {file.status === 'quarantined'
        ? 'Lading reads the file again and applies its documents. Correct the trading partner first if its IDs were wrong.'
        : 'Lading applies the unmatched documents again. Accepted documents stay as they are.'}
    </ConfirmButton>
  );
}

function FileFault({ fault }: { fault: NonNullable<File['error']> }) {
  return (
    <Section title="Why the file is quarantined">
      <DescriptionList
        items={[
          ['Error', fault.message],
          ['Code', <code key="code">{fault.code}</code>],
          ['Segment', fault.segment],
          ['Byte offset', fault.offset],
        ]}
      />
    </Section>
  );
}
