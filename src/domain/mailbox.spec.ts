import { describe, expect, it } from '@jest/globals';
import { foldEmail, normalizeMailbox } from './mailbox.js';

describe('foldEmail', () => {
  it('lowercases ASCII letters', () => expect(foldEmail('Kim@Acme.Example')).toBe('kim@acme.example'));
  it('keeps the Kelvin sign', () => expect(foldEmail('\u212Aim@acme.example')).toBe('\u212Aim@acme.example'));
});

describe('normalizeMailbox', () => {
  it.each([
    ['Kim@Acme.example', 'kim@acme.example'],
    ['kim+freight@acme.example', 'kim@acme.example'],
    ['kim+a+b@acme.example', 'kim@acme.example'],
    ['k.i.m@acme.example', 'k.i.m@acme.example'],
    ['K.i.m+x@gmail.com', 'kim@gmail.com'],
    ['kim@googlemail.com', 'kim@gmail.com'],
    ['+kim@acme.example', '+kim@acme.example'],
  ])('maps %s to %s', (email, mailbox) => expect(normalizeMailbox(email)).toBe(mailbox));
});
