-- Up Migration

-- The running relay may end the access of a device, and not give it back: hence a function instead of a column's grant.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION leave_device(leaving uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = %I, pg_temp
     AS ''UPDATE devices SET revoked_at = now() WHERE id = leaving AND revoked_at IS NULL''',
    current_schema()
  );
END
$$;
REVOKE ALL ON FUNCTION leave_device(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_device(uuid) TO esim_relay_runtime;

-- Down Migration

DROP FUNCTION leave_device(uuid);
