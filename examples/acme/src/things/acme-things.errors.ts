import { defineError } from 'lading';

export const ACME_THING_SOLD = defineError('acme_thing_sold', {
  status: 422,
  message: 'The thing is already sold.',
  help: 'A thing can be sold once. List the things to find an unsold one.',
});
