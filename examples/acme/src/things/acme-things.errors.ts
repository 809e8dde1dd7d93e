import { defineError } from 'lading';

export const ACME_THING_SOLD = defineError('acme_thing_sold', {
  status: 422,
  message: 'The thing is sold already.',
  help: 'A thing is sold once. List the things to find one that is left.',
});
