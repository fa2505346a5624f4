import fc from 'fast-check';

/** A property that fails has seen its mutant: the case need not be made short. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
