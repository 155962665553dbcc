-- People, API clients and API keys have ids that no two of them share, whatever their organization: payouts are
-- attributed by them, and rates are counted by them.
INSERT INTO merchant_route (kind, key, organization_id)
SELECT 'ACTOR', actor.id::text, actor.organization_id
FROM (SELECT organization_id, id FROM merchant_user
      UNION ALL SELECT organization_id, id FROM auth_client
      UNION ALL SELECT organization_id, id FROM auth_api_key) AS actor
ON CONFLICT (kind, key) DO NOTHING;
