import type { NewMail } from '../../platform/mail/mail-outbox.js';

interface DisabledEndpoint {
  id: number;
  url: string;
  reason: string;
  lastMessage: string | null;
}

/** Tells an owner that their endpoint gets no more events, why, and what to do. */
export function buildEndpointDisabledMail({ id, url, reason, lastMessage }: DisabledEndpoint): NewMail {
  const lines = [
    `Your webhook endpoint ${id} was disabled: ${reason}.`,
    '',
    `URL: ${url}`,
    ...(lastMessage ? [`Last attempt: ${lastMessage}`] : []),
    '',
    'It gets no new events, and deliveries that were under way are held.',
    `Once the receiver works again, switch it on: PATCH /api/v1/webhooks/${id} with {"active": true}.`,
    'The deliveries that were held are then sent.',
  ];
  return { subject: `Webhook endpoint ${id} was disabled`, text: `${lines.join('\n')}\n` };
}
