-- Where tokens are paid to is never given to anybody else, and on some networks what comes there is only seen as long
-- as its route is there. So those routes stay; those that were deleted are made again of their deposits.
INSERT INTO merchant_route (kind, key, organization_id, target_id)
SELECT DISTINCT ON (destination) 'DEPOSIT', destination, organization_id, id
FROM deposit WHERE type = 'crypto' ORDER BY destination, id DESC
ON CONFLICT (kind, key) DO UPDATE SET reusable_at = NULL;
