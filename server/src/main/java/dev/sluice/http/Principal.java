package dev.sluice.http;

/// Who sends a request, where that is known before it is looked at: a person at a page of ours, through whom the page
/// asks. No request that comes in from outside has one.
public interface Principal {}
