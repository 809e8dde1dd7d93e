import type { NewMail } from '../../platform/mail/mail-outbox.js';

interface DisabledEndpoint {
  id: number;
  url: string;
  reason: string;
  lastMessage: string | null;
}

export function buildEndpointDisabledMail({ id, url, reason, lastMessage }: DisabledEndpoint): NewMail {
  const lines = [
    `Lading disabled your webhook endpoint ${id}: ${reason}.`,
    '',
    `URL: ${url}`,
    ...(lastMessage ? [`Last attempt: ${lastMessage}`] : []),
    '',
    'The endpoint receives no new events. Lading holds the pending deliveries.',
    `Fix the receiver, then enable the endpoint: PATCH /api/v1/webhooks/${id} with {"active": true}.`,
    'Lading then sends the held deliveries.',
  ];
  return { subject: `Webhook endpoint ${id} was disabled`, text: `${lines.join('\n')}\n` };
}
