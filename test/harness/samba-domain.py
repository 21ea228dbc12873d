"""Fills the directory of a Samba domain controller that does not run yet, straight in its database.

Usage: samba-domain.py SMB_CONF DOMAIN < JSON: {"user": {"name", "password"}, "computers": [{"name", "disabled",
"attributes": {}}], "addresses": {"host label": ["address"]}}.
"""

import json
import sys

from samba.auth import system_session
from samba.ndr import ndr_pack
from samba.param import LoadParm
from samba.provision.sambadns import AAAARecord, ARecord
from samba.samdb import SamDB

ACCOUNTDISABLE = 0x2
WORKSTATION_TRUST_ACCOUNT = 0x1000

configuration, domain = sys.argv[1:]
wanted = json.load(sys.stdin)
parameters = LoadParm()
parameters.load(configuration)
directory = SamDB(session_info=system_session(), lp=parameters)
base = directory.domain_dn()

directory.newuser(wanted["user"]["name"], wanted["user"]["password"])
directory.transaction_start()
for computer in wanted["computers"]:
    flags = WORKSTATION_TRUST_ACCOUNT | (ACCOUNTDISABLE if computer.get("disabled") else 0)
    directory.add(
        {
            "dn": f"CN={computer['name']},CN=Computers,{base}",
            "objectClass": "computer",
            "sAMAccountName": f"{computer['name']}$",
            "userAccountControl": str(flags),
            **computer.get("attributes", {}),
        }
    )
for host, addresses in wanted["addresses"].items():
    directory.add(
        {
            "dn": f"DC={host},DC={domain},CN=MicrosoftDNS,DC=DomainDnsZones,{base}",
            "objectClass": "dnsNode",
            "dnsRecord": [ndr_pack((AAAARecord if ":" in address else ARecord)(address)) for address in addresses],
        }
    )
directory.transaction_commit()
